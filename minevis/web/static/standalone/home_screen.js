// The app on a home screen: its icon, and the manifest with which a phone adds it.

import { make, penOf, svgOf } from "../shared/dom.js";

const SIDE = 180; // px of the icon that Safari takes
const ICON_GROUND = "#fbfaf7";
const FLAG_SHAPES = [
  ["M0 0h512v512H0z", ICON_GROUND],
  ["M96 72h320a40 40 0 0 1 40 40v320H96a40 40 0 0 1-40-40V112a40 40 0 0 1 40-40z", "#c5cbd6"],
  ["M200 128h28v264h-28zM152 376h208v32H152z", "#20242c"],
  ["M228 128l140 76-140 76z", "#c8372d"],
]; // a flag on a covered cell

/** Give the page its icon and its manifest. @param {string} name @param {Say} say */
export async function offerHomeScreen(name, say) {
  const drawn = svgOf("svg", { viewBox: "0 0 512 512", width: 512, height: 512 });
  drawn.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  for (const [d, fill] of FLAG_SHAPES) drawn.append(svgOf("path", { d, fill }));
  const icon = dataOf("image/svg+xml", drawn.outerHTML);
  const manifest = {
    ...{ name, short_name: say("standalone short name"), display: "standalone" },
    ...{ start_url: window.location.href.split("#")[0] + "#play", background_color: ICON_GROUND },
    icons: [{ src: icon, sizes: "any", type: "image/svg+xml", purpose: "any maskable" }],
  };
  document.head.append(
    make("link", { rel: "icon", href: icon }),
    make("link", {
      rel: "manifest",
      href: dataOf("application/manifest+json", JSON.stringify(manifest)),
    }),
    make("link", { rel: "apple-touch-icon", href: await pictureOf(icon) }),
  );
}

/** @param {string} type @param {string} text */
function dataOf(type, text) {
  return `data:${type},${encodeURIComponent(text)}`;
}

/** Promise an icon as a PNG. @param {string} source */
async function pictureOf(source) {
  const image = make("img", { src: source });
  await image.decode();
  const canvas = make("canvas", { width: SIDE, height: SIDE });
  penOf(canvas).drawImage(image, 0, 0, SIDE, SIDE);
  return canvas.toDataURL();
}
