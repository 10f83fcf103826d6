// What the type checker cannot see: data from Python, members that subclasses give, and names of the page.

import type { Atlas } from "./shared/atlas.js";
import type { Caption } from "./shared/caption.js";
import type { Panel } from "./shared/panel.js";
import type { Pictures } from "./shared/pictures.js";
import type { PositionView } from "./shared/position_view.js";
import type { Stage } from "./shared/stage.js";
import type { FilmOdds } from "./film/odds.js";
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
    doubtful?: number[]; // cells of a picture that may show something else
    questions?: Asked[]; // about the picture
    pictured?: Pictured;
  }

  /** A picture, and the answers to questions about it. */
  type Pictured = { name: string; data: string; answers?: Record<string, string> };
  /** A question about a picture. A click on one of an answer's cells gives it. */
  type Asked = {
    text: string;
    option: string;
    answers: { label: string; value: string; cells: number[] }[];
  };

  type Picture = { data: Uint8ClampedArray; width: number; height: number }; // RGBA
  type Axis = { start: number; pitch: number; count: number }; // evenly spaced lines, in pixels
  type Lattice = { x: Axis; y: Axis };
  type Edges = import("./reading/edges.js").Edges;
  type BothEdges = { across: Edges; down: Edges };
  type Weights = { shapes: Record<string, number[]>; small: Int8Array; exact: Float32Array };
  type Network = import("./reading/network.js").Network;
  type Side = "above" | "below" | "left" | "right";
  type Area = { top: number; bottom: number; left: number; right: number; sum: number };
  type FoundBoard = {
    lattice: Lattice;
    value: number; // the sum over its cells: how sure they belong to a board
    cells: number;
    ends: Side[]; // where it may end elsewhere
    chances: Float32Array; // of the names of its cells
  };
  /** What a picture shows: doubtful cells, sides where the board may end elsewhere, how many other boards. */
  type Reading = Size & {
    view: string[];
    doubtful: number[];
    ends: Side[];
    others: number; // boards in the picture
    isPart: boolean; // whether the board goes on beyond the picture
  };

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

  type State = any; // a number or a BigInt, the same for all states of a component
  type Count = ReturnType<typeof import("./solver/counting.js").stepsOf>["steps"][number];
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

  /** A cell to open: see `bestMoves`. */
  interface Move {
    cell: number;
    reason: "safe" | "win" | "risk" | "progress";
    risk: number;
    win?: number;
    progress?: number;
    survives?: number;
  }

  /** What is known of a position: see `reportOf`. */
  interface Report {
    found: Analysis;
    flags: { wrong: number[]; open: number[] };
    totals: [number, bigint][];
    zeros: Float64Array;
    moves: Move[];
  }

  type Level = Size & { mines: number };

  type Sizes = [height: number, width: number, mines: number];
  type Protection = GameBoard["protect"];

  /** What a file of another program says of a game. */
  interface Recording {
    size: Sizes;
    mined: boolean[];
    presses: [seconds: number, button: string, row: number, col: number][];
    end: string; // "won", "lost", "over" (one of them), or "" if the file does not say
    marks?: boolean; // whether a right click on a flag makes it a question mark
    three_bv: number; // 0 if it is not known
    seconds?: number;
    date: number; // ms, 0 or NaN if it is not known
    rules?: string;
  }

  /** What a move meant: its chance of a mine, the least chance there was, and safe cells, nearest first. */
  interface Verdict {
    chance: number; // NaN if it took too long to count
    least: number;
    safe: number[];
    first: boolean; // a protected first click
  }

  /** The questions to the worker, and their answers. */
  interface Questions {
    analyze(position: Position): Analysis;
    report(position: Position, trusted: boolean): Report;
    proof(position: Position, cell: number): Proof | null;
    proofs(position: Position, cells: number[]): (Proof | null)[];
    easiest(position: Position, near: number): number[];
    board(
      level: Level,
      asked: { first: number; wide: boolean; seed: number; noGuess: boolean },
    ): boolean[] | null;
    outcomes(position: Position, cell: number): Outcome[] | null;
    risk(position: Position, cells: number[]): number;
    win(position: Position): number | null;
    layout(position: Position, seed: number, settled?: Settled): boolean[] | null;
  }

  // From Python, written by `make types`.

  interface CountStep {
    step: "count";
    clue: number;
    number: number;
    left: number;
    among: number[];
    depth: number;
  }

  interface NeedStep {
    step: "need";
    clue: number;
    number: number;
    left: number;
    among: number[];
    depth: number;
  }

  interface OverlapStep {
    step: "overlap";
    more: number;
    moreNumber: number;
    moreLeft: number;
    less: number;
    lessNumber: number;
    lessLeft: number;
    shared: number[];
    mines: number[];
    safe: number[];
    pattern: string;
    depth: number;
  }

  interface SupposeStep {
    step: "suppose";
    cell: number;
    mined: boolean;
    alike: number[];
    depth: number;
  }

  interface BrokenStep {
    step: "broken";
    clue: number;
    number: number;
    left: number;
    among: number[];
    depth: number;
  }

  interface ClashStep {
    step: "clash";
    more: number;
    moreNumber: number;
    moreLeft: number;
    less: number;
    lessNumber: number;
    lessLeft: number;
    shared: number[];
    outside: number[];
    depth: number;
  }

  interface MinesLeftStep {
    step: "mines left";
    left: number;
    clues: number[];
    taken: number;
    among: number[];
    cells: number[];
    mined: boolean;
    depth: number;
  }

  interface WrongTotalStep {
    step: "wrong total";
    left: number;
    clues: number[];
    taken: number;
    among: number[];
    room: number;
    depth: number;
  }

  interface CasesStep {
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

  type Step =
    | CountStep
    | NeedStep
    | OverlapStep
    | SupposeStep
    | BrokenStep
    | ClashStep
    | MinesLeftStep
    | WrongTotalStep
    | CasesStep;

  interface Proof {
    cells: number[];
    mined: boolean;
    steps: Step[];
  }

  type GameMove = [kind: "open" | "chord" | "flag", cell: number, seconds: number];

  interface GameBoard {
    seed: number;
    protect: "area" | "cell" | "none";
    mines: number[] | null;
    fixed: boolean;
  }

  interface GameRules {
    no_guess: string | null;
    daily: string;
  }

  interface GameRecord {
    minevis: number;
    size: [number, number, number];
    board: GameBoard;
    start: string | null;
    rules: GameRules;
    player: string;
    date: string;
    moves: GameMove[];
    at: number;
    seconds: number;
    helped: string;
    ended: "won" | "lost" | null;
  }

  interface CurveMark {
    at: number;
    told: number;
    cost: number;
    mistake: boolean;
    text: string;
  }

  interface CurveData {
    at: number[];
    wins: number[];
    exact: boolean[];
    layouts: number[];
    marks: CurveMark[];
  }

  interface MoveLine {
    at: number;
    kind: string;
    moves: string;
    text: string;
    note: string;
  }

  interface PackedSearch {
    first: number;
    end: number;
    boxes: number[][];
    odds: number[] | null;
    oddsAt: number;
  }

  interface CaseCards {
    ends: number[];
    ways: number[][][];
  }

  type Message =
    | { do: "open"; cell: number }
    | { do: "chord"; cell: number }
    | { do: "flag"; cell: number }
    | { do: "back" }
    | { do: "forward" }
    | {
        do: "moves";
        version: number;
        start: number;
        moves: GameMove[];
        at: number;
        seconds: number;
        helped: string;
        by: string;
      }
    | { do: "deal"; cell: number }
    | { do: "pick" }
    | { do: "finish" }
    | { do: "new" }
    | { do: "again" }
    | {
        do: "choose";
        level: string | [number, number, number];
        seed: number;
        radius: number;
        no_guess?: string | null;
      }
    | { do: "film" }
    | { do: "file"; name: string; data: string }
    | { do: "review" }
    | { do: "save" }
    | { do: "page" }
    | { do: "answer"; name: string; data: string; answers: string[] }
    | { do: "curve" }
    | { do: "tiles"; theme: string }
    | { do: "there" }
    | { do: "rest" }
    | { do: "open"; kind: "playground" | "editor"; step: number }
    | { do: "close"; name: string };

  // End of what is from Python.

  type End = BrokenStep | ClashStep | WrongTotalStep;

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
    cards?: CaseCards | null;
    focus?: number[]; // the cells to be seen
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

  /** A game as Python publishes it: its record, and how often it was published. */
  interface PythonGame extends GameRecord {
    given: boolean; // whether all games are on the same board
    version: number;
    by: string; // the view that made the last move, or ""
    refused: string; // why moves were
  }

  /** What a playground shows of a game. */
  interface GameState extends Size {
    switches: Record<string, boolean>;
    moment: number;
    largest: number;
    panels: any[];
    codes: { board: number[] };
    tips: string[];
    caption: Said;
    text: string;
    moves: number; // that can be taken back
    begun: boolean;
    over: boolean;
    seconds: number;
    running: boolean;
    undone: number;
    chosen: {
      level: string;
      sizes: Sizes;
      seed: number;
      daily: string;
      radius: number | null;
      noGuess: string;
    };
    levels: string[];
    logics: string[];
    helped: string;
    three_bv: number | null;
    review: any;
    links: number[];
    focus: number[];
    protected: boolean;
  }

  /** How a board answers a hand. */
  interface Controls {
    hold: number; // ms of a long press
    press: boolean; // whether a flag is set when the button goes down
    swap: boolean; // left and right
    touch: boolean; // whether a tap flags and a long press opens
    question: boolean; // whether a flag turns into a question mark before it goes
    keys: Record<string, string>; // of commands, by name
  }

  /** What a button or a key does. Its label is the phrase of its name, or `label`; "" is no button. */
  interface Command {
    name: string;
    label?: string;
    about?: string; // the phrase of its title and of its line in the list of keys: by the label otherwise
    keys?: string[]; // the first one is shown
    run?: () => void; // else a request of its name
    off?: (state: any) => boolean | number | undefined; // whether it is disabled
    pressed?: (state: any) => boolean | undefined;
    says?: () => string; // the label of the moment
  }

  /** What a widget asks of its host. */
  interface Action {
    do: string;
    [detail: string]: unknown;
  }

  /** A position with a question: a window on a board. */
  interface Puzzle extends Size {
    id: string;
    number: number;
    kind: string;
    rank: number; // within its kind, the easiest first
    corner: [number, number];
    codes: number[];
    sides: Codes | null;
    asked: number[]; // the cells in question
    left: number | null; // mines
  }

  /** The answer to a puzzle: cells of its window, chances in hundredths of a percent. */
  interface PuzzleAnswer {
    position: string; // the text of all of the board
    safe: number[];
    mines: number[];
    odds: [cell: number, chance: number][];
    hints: { text: string; marks: number[][] }[];
    some: boolean; // whether a cell is safe
    main: number; // the cell whose proof is the answer, or -1
    best: number[];
    wins: [cell: number, chance: number][];
    guess?: PuzzleSaid | null;
    mined: Map<number, boolean>;
  }

  /** What is said of a puzzle; of the proof of a cell, with its steps. */
  type PuzzleSaid = Said & Partial<Omit<Answer, "role">> & { steps?: PuzzleSaid[] };
  type PuzzleProof = PuzzleSaid & {
    steps: PuzzleSaid[];
    cell: number;
    mined: boolean;
    tells: boolean;
  };

  /** A widget that may answer keys, or has a board in its place. */
  interface KeyTaker {
    key?(event: KeyboardEvent): unknown;
    away?: Element | null; // its last child is the root of the board
  }

  /** What an atlas says of motion: kinds of changes, and which pictures and marks they show. */
  interface MotionTable {
    firsts: Record<string, number>;
    motion: {
      kinds: Record<string, { how: string; seconds: number; ring: number; most: number }>;
      marks: Record<string, number[]>;
      flag: number;
      mine: number;
      exploded: number;
    };
  }

  /** The tables of notations from Python: see minevis/game/notations.py. */
  interface NotationTables {
    candidates: Record<string, string>;
    patterns: Record<string, string>;
    rewrites: [string, string, string][];
    same: Record<string, string>;
    emoji: Record<string, string>;
    notations: Record<string, string>[];
    boardMarks: string[];
    exceptions: [string, string, number][];
    codes: Record<"covered" | "flagged" | "exploded", number>;
    rowMarks: string[];
    rowCodes: string[];
    numberWords: Record<string, string>;
    sides: Record<string, number>;
    mineWords: string[];
    left: string[];
    before: string[];
    after: string[];
    others: string[];
    flags: string[];
    vague: string[];
    mineMarks: Record<string, number>;
    digits: string;
    runs: [string, number][];
    largest?: number; // cells on a side
  }

  /** What a board shows; widgets add to it. */
  interface BoardState extends Size {
    moment: number | string; // changes with every answer
    panels: PanelInfo[];
    codes: Record<string, number[]>;
    caption: Said;
    sides?: Codes | null;
    links?: number[];
    cards?: CaseCards | null;
    tips?: string[];
    focus?: number[];
    text?: string;
  }

  /** How a board is seen through a window: see `Viewport`. */
  interface ViewportOptions {
    shared?: boolean;
    least?: number;
    comfort?: number;
    spoken?: (panel: Panel) => number[];
  }

  /** What hands do on a board: see `Input`. */
  interface Hands {
    act?: (cell: number, how: Press, panel: Panel) => void;
    controls?: Controls;
    point?: (cell: number) => void;
    walk?: (cell: number, panel: Panel) => void;
    draw?: () => void;
    strokes?: () => boolean;
    stroke?: (cells: number[]) => void;
    turn?: (event: WheelEvent, cell: number, panel: Panel) => void;
    drags?: () => boolean;
    slip?: number;
    shares?: boolean;
  }

  type Atlas = import("./shared/atlas.js").Atlas;
  type PanelRoom = {
    width: number;
    height: number;
    heading: number;
    least?: number;
    bare?: boolean;
    lettering?: number;
    most: number;
  };
  type ChooseAction = {
    level: string | number[];
    seed?: number | null;
    radius: number;
    no_guess?: string;
    first?: number | null;
    daily?: string;
    mined?: boolean[];
  };
  type Claim = "safe" | "mine";
  type Press = "first" | "second" | "both"; // buttons of a mouse, or what stands for them
  type Risk = import("./standalone/review.js").Risk;
  type EditorState = import("./standalone/editing.js").Editing["state"];
  type BoardWidget = import("./board/board_widget.js").BoardWidget;
  type Playground = import("./board/playground.js").Playground;
  type Practice = import("./practice/practice.js").Practice;
  type PositionView = import("./shared/position_view.js").PositionView;
  type Point = { x: number; y: number };
  type Pairs = [number, number][]; // cells with their marks or pictures
  type PuzzleState = ReturnType<import("./practice/practice.js").Practice["view"]>;

  /** A finished game in the history. */
  interface GameEntry {
    id: string;
    date: string;
    level: string; // with its rules; "" for boards of no level
    size: Sizes;
    won: boolean;
    seconds: number;
    bv: [number, number]; // cleared, and all
    actions: number;
    luck: number | null; // the chance to survive its guesses, if it was counted
    counted: boolean;
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

  type Film = import("./film/film.js").Film;
  type FilmViewer = import("./film/viewer.js").FilmViewer;
  type Player = import("./film/player.js").Player;
  type Game = import("./standalone/game.js").Game;
  type Scrubber = import("./film/scrubber.js").Scrubber;
  type TreeSearch = import("./film/searches.js").Search;
  type RaceFilm = import("./race/race.js").RaceFilm;
  type RaceScrubber = import("./race/race.js").RaceScrubber;
  type Figure = import("./figures/figure.js").Figure;
  type FigureBoard = import("./figures/figure.js").FigureBoard;
  type Ink = (name: string) => string; // a colour of the style sheet
  type Height = (share: number) => number; // CSS px from above
  type Made = HTMLElement & { [name: string]: any };

  /** What the tree of a search is drawn from. */
  type TreeSource = Pick<Film, "tree" | "name"> & {
    searches?: Pick<import("./film/searches.js").Searches, "at">;
  };

  /** What a film's viewer may ask of its host: see `Scrubber`. */
  /** What stands around a board: the words, and what the page or the notebook does for it. */
  interface BoardHost {
    say: Say;
    theme: string;
    controls?: Controls;
    memory?: import("./standalone/memory.js").Memory;
    around?(game: Playground): import("./standalone/app_game.js").AppGame;
    onTheme?(): void;
    report?(changes: { theme: string }): void;
    onchange?(position: Position): void;
    leave?(): Promise<void>;
    link?(): string;
    picture?(file: any, onwait: (how: string) => void): Promise<any>;
    python?(question: any, onwait: (how: string) => void): Promise<any>;
  }

  interface FilmHost {
    say: Say;
    settings?: {
      step?: number;
      playing?: boolean;
      speed?: number;
      theme?: string;
      panels?: string[];
      detail?: number;
    };
    onTheme?(): void;
    report?(changes: object): void;
    link?(viewer: FilmViewer): string;
    open?(
      kind: "playground" | "editor",
      step: number,
      place: HTMLElement,
    ): Promise<(() => void) | null>;
    curve?(): Promise<(CurveData | null)[] | null>;
    tiles?(theme: string): Promise<Uint8Array[]>;
    rest?(): void;
    isThere?(onwait: (how: string) => void): Promise<any>;
  }

  /** A search of a run: its events, its boxes of cells, and the odds that follow. */
  interface TreeSpan extends PackedSearch {
    codes: Uint8Array | number[];
  }

  /** A try: a number of mines in a box. The rest are events, -1 if there is none. */
  interface TreeNode {
    parent: TreeNode | null;
    children: TreeNode[];
    depth: number;
    mines: number;
    tried: number;
    end: number;
    dead: number;
    clue: number;
    solved: number;
  }

  type Standing = "playing" | "won" | "lost" | "open";

  /** A player of a race. */
  /** What is said beat by beat. */
  interface Told {
    counters: string[];
    badges: string[];
    badgeRoles: string; // digits: places in a table of roles
    captions: string[];
  }

  interface LaneInfo extends Told {
    name: string;
    skill: string;
    end: number;
    won: boolean | null;
  }

  type Act = (cell: number) => void;

  /** A little board of a mosaic: its column and row, the colours of its cells, its opacity and size, the share of the time after which it begins to move, and where a new one comes from. */
  interface LittleBoard {
    x: number;
    y: number;
    cells: (string | null)[];
    alpha?: number;
    scale?: number;
    after?: number;
    from?: { x: number; y: number; scale: number };
  }

  /** A configuration on a card. */
  interface CardData extends Size {
    codes: number[];
    ways: number;
    mines: number;
    corner: number[];
  }

  /** A place on the screen or on a board, in px. */
  interface Box {
    left: number;
    top: number;
    width: number;
    height: number;
  }

  /** A card of a configuration: its board, its bar to scale, and words. */
  interface WeightCard {
    board: import("./figures/figure.js").FigureBoard;
    bar: HTMLElement;
    words: HTMLElement;
    element: HTMLElement;
  }

  /** What layouts are dealt from: weighed configurations of the frontier, and the interior. */
  interface DealtData {
    configurations: { ways: number }[];
    table: number[][];
    frontier: number[];
    inside: number[];
    left: number; // mines
  }

  /** What Python gives to figures of all kinds: each has some of it. */
  interface FigureData extends CardData {
    kind: string;
    theme: string;
    title: string;
    cells: number[];
    clues: { cell: number; number: number; left: number; around: number[] }[];
    pictures: { mine: number; none: number };
    marks: { next: number; broken: number; complete: number };
    exact: number[]; // chances in hundredths of a percent
    flags: number;
    stuck: boolean;
    configurations: CardData[];
    interior: number;
    left: number;
    least: number;
    most: number;
    watched: number;
    plain: number[]; // a place in the table, -1 for the interior, -2 for an open cell
    table: number[][];
    asked: string;
    known: [string, number][];
    value: number;
    boards: number;
    places: { cell: number; name: string; zeros: number; mean: number; opened: string[] }[];
    risk: number[];
    wins: number[];
    shows: number[][]; // what a cell shows in each layout, -1 for a mine
    won: number[][]; // by a click on a cell, per layout
    drawn: string[];
    part: number[][]; // cells, row by row
    layouts: any;
    placed: number[];
    views: { name: string; ideas: string[]; solved: string }[]; // per board the number of an idea, or -
    frontier: number[];
    inside: number[];
    fewer: number;
    trying: number;
    mined: number[];
    first: any;
    covered: number;
    mine: number;
    flag: number;
    truth: string;
    chapter: number;
    asks: string;
    told: string;
    ends: string;
    goal: number[];
    answer: { marks: Pairs; sides: number[] | null; links: number[] };
    letters: [number, string][];
    certain: boolean;
    otherwise: string;
    crop: number[];
    counts: number[];
    outlines: number[][];
    numbers: number[]; // codes with the two numbers of each clue
    hidden: number[]; // codes of a board that is not played yet
  }

  /** A click of the reader on the board of a text. */
  interface PlotClick {
    chapter: number;
    cell: number; // -1 for a claim about the whole board
    kind: string; // "safe", "mine", "doubt", "guess", "choice", "none" or "shown"
  }

  /** The state that a notebook's Python and its views share. */
  interface Model {
    get(name: string): any;
    set(name: string, value: any): void;
    on(event: string, act: (...given: any[]) => void): void;
    off(event: string, act: (...given: any[]) => void): void;
    send(message: object): void;
    save_changes(): void;
    widget_manager: any;
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
    odds?: boolean;
    reasons?: boolean; // whether it shows links from clues to cells
    corner?: number[]; // the row and column of its first cell
    bare?: boolean; // without coordinates
  }

  /** Data from Python: a header of plain values, and arrays by name. */
  interface Pack {
    head: any;
    part(name: string): any;
  }

  var minevisWords: Record<string, string>;
  var minevisSolver: string;
  var minevisReader: string;
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
    told: string[]; // lines of help on what a hand does
  }
}

declare module "./shared/widget.js" {
  interface Widget {
    atlas: any; // an Atlas, or what has its `use(theme)`
    theme: Theme; // once it is drawn
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

declare module "./shared/stage.js" {
  interface Stage {
    viewport: import("./shared/viewport.js").Viewport; // of a stage that zooms
  }
}

declare module "./board/board_widget.js" {
  interface BoardWidget {
    toolbars(): HTMLElement[];
    act(cell: number, how: Press): void;
    table: Command[];
    commands: import("./shared/commands.js").Commands;
    stage: any;
    menu: import("./shared/menu.js").Menu;
    theme: Theme;
    controls: Controls;
    given: any; // the state of the host
    state: any; // as shown: an answer may be drawn into it
  }
}

declare module "./board/editor.js" {
  interface Editor {
    brush: Made;
    mines: Made & HTMLInputElement;
    height: Made & HTMLInputElement;
    width: Made & HTMLInputElement;
    sizes: HTMLElement[];
    text: HTMLTextAreaElement;
    asText: HTMLElement;
    next: HTMLElement; // the next best moves
    written: string;
  }
}

declare module "./board/playground.js" {
  interface Playground {
    tools: Made;
    clock: HTMLElement;
    foot: HTMLElement;
    told: HTMLElement;
    ended: boolean;
    asked: boolean;
    looksAt: string;
    ticking: ReturnType<typeof setInterval>;
  }
}

declare module "./standalone/app_game.js" {
  interface AppGame {
    shown: import("./standalone/game_head.js").GameHead;
    history: import("./standalone/history.js").History;
  }
}

declare module "./practice/practice.js" {
  interface Practice {
    words: any; // from Python
    answers: PuzzleAnswer[];
    puzzle: Puzzle;
    answer: PuzzleAnswer;
    told: PuzzleSaid;
    shown: PuzzleSaid | null;
    done: boolean;
    trainer: import("./practice/trainer.js").Trainer;
    solved: Map<number, Proof>;
    ready: Promise<void>;
    proofs: Map<number, PuzzleProof>;
    found: Map<number, boolean>;
    clean: boolean;
    noted: boolean;
    hints: number;
    step: number;
    since: number;
    tallest: number;
    tools: Made;
    idea: HTMLAnchorElement;
    tallies: HTMLElement;
    forget: HTMLElement;
    summary: HTMLElement;
  }
}

declare module "./figures/figure.js" {
  interface Figure {
    arrange(width: number): void;
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
    numbered: string; // the panel with mines left and covered cells left
    said: Record<string, [number, string, string, string][]>; // of panels: since when, subtitle, tip, title
    lines: Record<string, number>;
    captions: string[];
    badges: string[];
    chances: string[]; // the panels whose chances the beats speak of
    counters: string[];
    proofs: any[] | undefined;
    marks: Record<string, any>;
    pictures: Pictures;
    odds?: FilmOdds; // what the solver finds at its beats
    lanes: LaneInfo[]; // of a race
    curves?: (CurveData | null)[]; // by run
    judged?: CurveMark[]; // mistakes, without a curve
    title: string;
    summary: string;
    theme: string;
    detail: number;
    opening: number;
    reviewed: boolean;
    moves: MoveLine[];
    roles: string[];
    badgeRoles: string;
    cards: (CaseCards | null)[];
    mines: number;
    height: number;
    width: number;
    area: number;
    events: Uint32Array;
    stops: Float32Array;
    positions: Uint32Array;
    cells: Uint16Array;
    changes: Int16Array;
    length: number;
    rows: number;
    state: Int16Array;
    at: number;
    starts: Uint32Array;
    keyframes: Int16Array[];
    searches: import("./film/searches.js").Searches | undefined;
    links: Uint16Array;
    linked: Uint32Array;
    used: Set<number> | null;
    merged: Int16Array | null;
    filled: Set<string> | null;
    reading: number[] | null;
  }
}

declare module "./film/viewer.js" {
  interface FilmViewer {
    caption: Caption;
    stage: Stage;
    followed: string | undefined; // the moment to which windows went
    timeline: import("./film/timeline.js").Timeline;
    controls: import("./film/playback_controls.js").PlaybackControls;
    main: HTMLElement;
    away?: HTMLElement | null; // a board in the place of the run
    panels: string[]; // the shown ones
    guessBeats: number[];
    draw(): void;
    place(width: number, seen: number): void;
    chooseCurve(kind: string): void;
    describe(cell: number, panel?: Panel): string;
    pick(cell: number, panel?: Panel): unknown;
  }
}

declare module "./film/playback_controls.js" {
  interface PlaybackControls {
    spare: HTMLElement[][];
    magnifier: ReturnType<typeof import("./shared/viewport.js").closerButton>;
    closer: HTMLElement;
    fullScreen: HTMLElement;
    playing: Made;
    looping: Made;
    speed: Made;
    rate: HTMLElement;
    themes: Made;
    arranged: string;
    doing: string;
    shownSpeed: number;
    headBar(film: Film): HTMLElement;
    leaps(): HTMLElement[][];
  }
}

declare module "./film/controls.js" {
  interface Controls {
    viewer: Scrubber;
    overlays: Made;
    overlayField: Made;
    beside: HTMLElement;
    list: HTMLElement;
    summary: HTMLElement;
    heading: HTMLElement;
    detail: Made;
  }
}

declare module "./film/scrubber.js" {
  interface Scrubber {
    tree: import("./film/search_tree.js").SearchTree;
    rows: import("./shared/rows.js").RowsAsText;
    questions: import("./film/questions.js").Questions;
    moves: import("./film/moves.js").MoveList;
    controls: import("./film/controls.js").Controls;
    body: HTMLElement;
  }
}

declare module "./race/race.js" {
  interface RaceScrubber {
    film: RaceFilm;
    lanes: import("./race/lane.js").Lane[];
    curves: import("./race/race_curves.js").RaceCurves;
    controls: import("./race/race_controls.js").RaceControls;
    legend: HTMLElement;
  }
}

declare module "./figures/bet.js" {
  interface Bet {
    said: HTMLElement;
    bets: HTMLElement[];
    question: HTMLElement;
  }
}

declare module "./race/race_controls.js" {
  interface RaceControls {
    viewer: RaceScrubber;
    all: Made;
    alone: { element: HTMLElement; sign: HTMLElement; name: string; skill: string }[];
    players: HTMLElement;
    playerField: Made;
  }
}
