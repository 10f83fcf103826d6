// What the type checker cannot see: data from Python, members that subclasses give, and names of the page.

import type { FilmOdds } from "./film/odds.js";
import type { Atlas } from "./shared/atlas.js";
import type { Caption } from "./shared/caption.js";
import type { Panel } from "./shared/panel.js";
import type { Pictures } from "./shared/pictures.js";
import type { PositionView } from "./shared/position_view.js";
import type { Stage } from "./shared/stage.js";
import type { Solver } from "./solver/solver.js";

/** A function that says a label of the table of words. */
export type Say = (name: string, values?: Record<string, any>) => string;

/** A position: a mark for each cell, as in its text; `mines` is null if nobody knows the number. */
export interface Position {
    view: string[];
    height: number;
    width: number;
    mines: number | null;
}

/** What a caption says. */
export interface Said {
    badge: string;
    text: string;
    role?: string;
    counters?: string;
}

declare global {
    var minevisWords: Record<string, string>;
    var minevisSolver: string;
    var minevisBoards: any;
    var minevisWidgets: Map<string, any>;
    interface Window {
        minevisPrograms: Map<string, (string | null)[]>;
    }
    interface Element {
        widget: any; // of a root
        offsetHeight: number; // our elements are of HTML
        style: CSSStyleDeclaration;
    }
    interface Function {
        kind: string; // of a board or a figure
        keysTold: number;
    }
}

declare module "./shared/widget.js" {
    interface Widget {
        atlas: Atlas | { use(theme: string): Promise<boolean> };
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

declare module "./standalone/editing.js" {
    interface Editing {
        drawing: PositionView;
        solver: Solver;
        say: Say;
        tables: any; // of notations
        panels: any[];
        largest: number; // side of a board
        moment: number;
        past: Position[];
        onchange?: (position: Position) => void;
    }
}

declare module "./standalone/playing.js" {
    interface Playing {
        drawing: PositionView;
        solver: Solver;
        say: Say;
        levels: Record<string, number[]>;
        panels: any[];
        largest: number; // side of a board
        moment: number;
        switches: Record<string, boolean>;
        seconds: number;
        past: any[];
        undone: any[];
    }
}

declare module "./shared/panel.js" {
    interface Panel {
        map: any; // of a window on a board
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
        panels: { name: string; title: string; subtitle: string }[];
        lines: Record<string, number>;
        subtitles: Record<string, [number, string][]>;
        scales: Record<string, [number, string][]>;
        captions: string[];
        badges: string[];
        counters: string[];
        proofs: any[] | undefined;
        marks: Record<string, any>;
        pictures: Pictures;
        odds?: FilmOdds;
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
