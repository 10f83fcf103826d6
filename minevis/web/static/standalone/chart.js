// Small charts of lines and dots.

import { svgOf } from "../shared/dom.js";

/** A chart of a size in units of the drawing, with a rim around it: `lines` are a class and the data of a path, `dots` points. @param {string} label @param {{ wide: number, high: number, rim: number, lines: string[][], dots: number[][] }} given */
export function chart(label, { wide, high, rim, lines, dots }) {
  const viewBox = `${-rim} ${-rim} ${wide + 2 * rim} ${high + 2 * rim}`;
  const named = { class: "mv-chart", role: "img", "aria-label": label };
  const svg = svgOf("svg", { viewBox, ...named });
  for (const [name, d] of lines) if (d) svg.append(svgOf("path", { d, class: name }));
  for (const [cx, cy] of dots)
    svg.append(svgOf("circle", { cx, cy, r: rim - 1, class: "mv-wins" }));
  return svg;
}

/** The data of a path through points. @param {number[][]} points */
export function through(points) {
  return points.map((point, i) => `${i ? "L" : "M"}${point.join(" ")}`).join("");
}
