// The 45 cells of a house front, as the server counts them: a1 is 0, b1 is 1, … a2 is 5, e9 is 44.

export const WIDTH = 5;
export const HEIGHT = 9;
export const CELLS = WIDTH * HEIGHT;
export const COLUMNS = "abcde";

export type Point = { x: number; y: number };

export const columnOf = (cell: number): number => cell % WIDTH;
export const rowOf = (cell: number): number => Math.floor(cell / WIDTH);
export const cellAt = (x: number, y: number): number => x + WIDTH * y;
export const cellName = (cell: number): string => `${COLUMNS[columnOf(cell)]}${rowOf(cell) + 1}`;
export const cellIndex = (name: string): number => cellAt(COLUMNS.indexOf(name.charAt(0)), Number(name.slice(1)) - 1);

/** Whether a mask has a cell. Masks have 45 bits: too many for the bit operators, few enough for a number. */
export const has = (mask: number, cell: number): boolean => Math.floor(mask / 2 ** cell) % 2 === 1;

export function cellsOf(mask: number): number[] {
  const found = [];
  for (let cell = 0; cell < CELLS; cell++) if (has(mask, cell)) found.push(cell);
  return found;
}

export const maskOf = (cells: number[]): number => cells.reduce((mask, cell) => mask + 2 ** cell, 0);

/** Of some cells the one nearest to a point that was tapped, if it is near enough to be meant. */
export function nearestCell(names: string[], point: Point): string | undefined {
  const away = (name: string) => {
    const cell = cellIndex(name);
    return Math.hypot(columnOf(cell) + 0.5 - point.x, rowOf(cell) + 0.5 - point.y);
  };
  const found = names.toSorted((a, b) => away(a) - away(b))[0];
  return found && away(found) < 1.5 ? found : undefined;
}
