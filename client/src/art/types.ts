/** What the drawings speak of. Cells are names as in views and move texts, shapes are coordinates with y up. */

export type Letter = "R" | "Y" | "G" | "B" | "P" | "W";
export type XY = readonly [x: number, y: number];
export type MarkName = "anchor" | "gull" | "fish" | "lantern";
export type GableName = "bell" | "step" | "neck" | "plain";
export type Sail = "dark" | "light" | "stripe" | "half";

/** How a player is told from the others: by shape and mark, never by hue alone. */
export interface SeatDesign {
  mark: MarkName;
  gable: GableName;
  trim: string;
  sail: Sail;
}

/** By seat. */
export const seatDesigns: readonly [SeatDesign, SeatDesign, SeatDesign, SeatDesign] = [
  { mark: "anchor", gable: "bell", trim: "var(--trim-1)", sail: "dark" },
  { mark: "gull", gable: "step", trim: "var(--trim-2)", sail: "light" },
  { mark: "fish", gable: "neck", trim: "var(--trim-3)", sail: "stripe" },
  { mark: "lantern", gable: "plain", trim: "var(--trim-4)", sail: "half" },
];

/** The effect `cover` of any game, as the server tells it. */
export interface Piece {
  tile: string;
  cells: readonly string[];
  brick?: string | null;
  cross?: string | null;
}

/** A piece that is being placed; its cells are in the grid's coordinates and may reach out of it. */
export interface Ghost {
  letter: Letter;
  cells: readonly XY[];
  brick: number | null;
  legal: boolean;
  lifted?: boolean;
  /** Drawn where it lies, with its brick or X, although nobody is placing it. */
  drawn?: boolean;
}

/** A coat of arms on a cell ("c3"), at the end of a row ("2") or on top of a column ("b"). */
export interface Coat {
  at: string;
  earned?: boolean;
}

/** A point in the grid: x from 0 to 5 to the right, y from 0 to 9 up, and the cell there. */
export interface At {
  x: number;
  y: number;
  cell: string | null;
}

/** A drawn grid, for code that has to find points on it. */
export interface Drawing {
  locate(clientX: number, clientY: number): At;
  cellSize(): number;
  focusCell(cell: string): void;
}

/** The house of a view, or the sheet: a cell's colour, and "window" or "brick", "O" or "X". */
export type Cover = Readonly<Record<string, readonly [letter: string, kind: string]>>;

/** How large a front is drawn: across the table, on a phone, across the canal, as a thumbnail. */
export type Size = "large" | "compact" | "small" | "mini";

/** What the drawing of a front takes, whichever game it is of. */
export interface FrontProps {
  cover: Cover;
  pieces?: readonly Piece[];
  design?: SeatDesign;
  size?: Size;
  coats?: readonly Coat[];
  fresh?: readonly string[];
}

/** A front on the result. */
export interface Front {
  design: SeatDesign;
  name: string;
  score: number;
  winner?: boolean;
  cover: Cover;
  pieces?: readonly Piece[];
  coats?: readonly Coat[];
}
