// What every view of a position has, whichever game; `docs/api.md` explains it.

export interface Standing {
  game: string;
  players: number;
  seat: number | null;
  turn: number | null;
  scores: number[];
  empty_cells: number[];
  over: boolean;
  winners: number[];
  ranking: number[][];
}
