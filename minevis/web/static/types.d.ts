// What the type checker cannot see: data from Python, members that subclasses give, and names of the page.

import type { Atlas } from "./shared/atlas.js";
import type { Caption } from "./shared/caption.js";
import type { Panel } from "./shared/panel.js";
import type { Pictures } from "./shared/pictures.js";
import type { PositionView } from "./shared/position_view.js";
import type { Stage } from "./shared/stage.js";
import type { Solver } from "./solver/solver.js";

declare global {
  /** A function that says a label of the table of words. */
  type Say = (name: string, values?: Record<string, any>) => string;

  /** A position: a mark for each cell, as in its text; `mines` is null if nobody knows the number. */
  interface Position {
    view: string[];
    height: number;
    width: number;
    mines: number | null;
  }

  interface Size {
    height: number;
    width: number;
  }

  type Settled = Map<number, boolean>; // cells, and whether they are mines
  /** A map asked only for its keys. */
  interface Table<K, V> extends Map<K, V> {
    get(key: K): V;
  }
  type Need = { need: number; cells: number[] }; // the mines left of a clue, and the cells for them
  type Needs = Table<number, Need>; // by clue

  interface Knowledge {
    known: (boolean | null)[];
    clues: Needs;
    mines: number | null;
  }

  /** Boxes of cells seen by the same clues. */
  interface Component {
    boxes: number[][];
    links: number[][]; // numbers of clues by box
    clues: number[];
    needs: number[];
  }

  type Count = ReturnType<typeof import("./solver/counting.js").stepsOf>[number];
  type Merge<V> = (before: V, reached: V | undefined, mines: number) => V;
  type Poly = bigint[]; // ways by the number of mines
  type Part = Component & {
    counts: ReturnType<typeof import("./solver/counting.js").countConfigurations>;
  };
  type Survey = ReturnType<typeof import("./solver/analysis.js").surveyOf>;
  type Analysis = ReturnType<typeof import("./solver/analysis.js").analyze>;
  type Outcome = ReturnType<typeof import("./solver/analysis.js").outcomesOf>[number];
  type Budget = import("./solver/counting.js").Budget;
  type Clues = import("./solver/clues.js").Clues;
  type Find = import("./solver/clues.js").Find;
  type Facts = Uint8Array;
  interface Found {
    mines?: number[];
    safe?: number[];
    rests?: number[];
    broken?: boolean;
  }
  type Replay = { find: Find; facts: Facts };

  /** The cell to open: see `bestMove`. */
  interface Move {
    cell: number;
    reason: "safe" | "win" | "risk" | "progress";
    risk: number;
    win?: number;
    progress?: number;
  }

  type Level = Size & { mines: number };

  /** The questions to the worker, and their answers. */
  interface Questions {
    analyze(position: Position): Analysis;
    totals(position: Position): [number, bigint][];
    proof(position: Position, cell: number): Proof | null;
    easiest(position: Position, near: number): number[];
    board(
      level: Level,
      asked: { first: number; wide: boolean; seed: number; solvable: boolean },
    ): boolean[] | null;
    best(position: Position, near?: number): Move | null;
    outcomes(position: Position, cell: number): Outcome[];
    zeros(position: Position): Float64Array;
    layout(position: Position, seed: number, settled?: Settled): boolean[] | null;
  }

  // The steps of a proof: fields as in `minevis.solver.proofs.steps`.
  type ClueStep<K> = {
    step: K;
    clue: number;
    number: number;
    left: number;
    among: number[];
    depth: number;
  };
  interface Bounds {
    more: number;
    moreNumber: number;
    moreLeft: number;
    less: number;
    lessNumber: number;
    lessLeft: number;
    shared: number[];
    depth: number;
  }
  type Overlap = Bounds & { step: "overlap"; mines: number[]; safe: number[]; pattern: string };
  type Clash = Bounds & { step: "clash"; outside: number[] };
  interface Suppose {
    step: "suppose";
    cell: number;
    mined: boolean;
    alike: number[];
    depth: number;
  }
  interface Total {
    left: number;
    clues: number[];
    taken: number;
    among: number[];
    depth: number;
  }
  type MinesLeft = Total & { step: "mines left"; cells: number[]; mined: boolean };
  type WrongTotal = Total & { step: "wrong total"; room: number };
  interface Cases {
    step: "cases";
    clues: number[];
    boxes: number[][];
    ways: number[][];
    count: number;
    left: number | null;
    cells: number[];
    mined: boolean;
    depth: number;
  }
  type End = ClueStep<"broken"> | Clash | WrongTotal;
  type Step = ClueStep<"count"> | ClueStep<"need"> | Overlap | Suppose | MinesLeft | Cases | End;

  interface Proof {
    cells: number[];
    mined: boolean;
    steps: Step[];
  }

  /** How sentences call cells. */
  interface Called {
    say: Say;
    width: number;
    name(cell: number): string;
    listing(names: string[]): string;
  }

  /** An answer on a board: a sentence, marks as pairs of a cell and a number, lines, pictures of cells. */
  interface Answer {
    badge: string;
    role: string;
    text: string;
    marks: number[][];
    links: number[];
    pictures?: number[][];
    cards?: Cards | null;
    focus?: number[]; // the cells to be seen
  }

  /** Ways to fill a part of a board between two cells, as pairs of a cell and a picture. */
  interface Cards {
    ends: number[];
    ways: number[][][];
  }

  /** What proofs are drawn with: see `proofAnswers`. */
  interface Look {
    say: Say;
    width: number;
    marks: Record<string, number>;
    supposed: number;
    called: Called;
    whole?: boolean;
  }

  /** The games of a level. */
  interface Tally {
    games: number;
    won: number;
    streak: number;
    best: number | null; // seconds
  }

  /** What a caption says. */
  interface Said {
    badge: string;
    text: string;
    role?: string;
    counters?: string;
  }

  type Panel = import("./shared/panel.js").Panel;
  type Stage = import("./shared/stage.js").Stage;
  type Pen = CanvasRenderingContext2D;
  type Colour = number[]; // red, green, blue
  type Codes = ArrayLike<number> & Iterable<number>; // a number a cell, or pairs of cells for links

  interface Theme {
    name: string;
    dark: boolean;
    colours: Record<string, Colour>;
  }

  interface PanelInfo {
    name: string;
    title: string;
    subtitle: string;
    odds: boolean;
    reasons: boolean; // whether it shows links from clues to cells
  }

  /** Data from Python: a header of plain values, and arrays by name. */
  interface Pack {
    head: any;
    part(name: string): any;
  }

  var minevisWords: Record<string, string>;
  var minevisSolver: string;
  var minevisBoards: any;
  var minevisWidgets: Map<string, any>;
  interface Window {
    minevisPrograms: Map<string, (string | null)[]>;
  }
  interface HTMLCanvasElement {
    getContext(kind: "2d", options?: object): Pen; // every browser of these pages has it
  }
  interface HTMLElement {
    leads?: () => any; // of a button that jumps
  }
  interface Element {
    widget: any; // of a root
    offsetHeight: number; // our elements are of HTML
    style: CSSStyleDeclaration;
    hidden: boolean | "until-found";
    setAttribute(name: string, value: string | number | boolean): void;
  }
  interface Function {
    kind: string; // of a board or a figure
    keysTold: number;
  }
}

declare module "./shared/widget.js" {
  interface Widget {
    atlas: any; // an Atlas, or what has its `use(theme)`
    fit(): void;
  }
}

declare module "./shared/atlas.js" {
  interface Atlas {
    tile: number;
    gap: number;
    pictures: number[];
    firsts: Record<string, number>;
    sheet: ImageBitmap;
    marks: ImageBitmap;
  }
}

declare module "./shared/panel.js" {
  interface Panel {
    map: any; // of a window on a board
    put: number[] | null; // where the window was put
    inSight: boolean;
    gliding: boolean;
  }
}

declare module "./board/board_widget.js" {
  interface BoardWidget {
    zooms?: boolean; // whether small cells are seen through a window
    toolbars(): HTMLElement[];
    act(cell: number, how: "first" | "second" | "both"): void;
    update(state: any): void;
  }
}

declare module "./board/bar_widget.js" {
  interface BarWidget {
    makeBar(): HTMLElement;
  }
}

declare module "./practice/practice.js" {
  interface Practice {
    puzzle: any;
  }
}

declare module "./figures/figure.js" {
  interface Figure {
    build(): Element[];
    arrange(width: number): void;
  }
  interface FigureBoard {
    panel: Panel;
  }
}

declare module "./film/film.js" {
  interface Film {
    label: string;
    partial: boolean;
    won: boolean | null;
    kinds: string; // a letter a beat
    panels: PanelInfo[];
    tree: { name: string; title: string };
    said: Record<string, [number, string, string][]>; // of panels: since when, subtitle, tip
    lines: Record<string, number>;
    captions: string[];
    badges: string[];
    counters: string[];
    proofs: any[] | undefined;
    marks: Record<string, any>;
    pictures: Pictures;
    odds: any; // what the solver finds at its beats
    lanes: any[]; // of a race
    curves: any[] | undefined;
  }
}

declare module "./film/viewer.js" {
  interface FilmViewer {
    stage: Stage;
    caption: Caption;
    timeline: any;
    controls: any;
    main: HTMLElement;
    away: HTMLElement | null; // a board in the place of the run
    begin(): void;
    draw(): void;
    place(width: number, seen: number): void;
    words(): any;
  }
}

declare module "./film/playback_controls.js" {
  interface PlaybackControls {
    headBar(film: any): HTMLElement;
    leaps(): HTMLElement[][];
  }
}
