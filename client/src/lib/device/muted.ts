// Whom this browser does not want to hear at a table, kept in it for the last few tables.

const KEY = "nyhavn muted";
const MOST_TABLES = 50;
type Muted = (number | null)[];

function all(): [string, Muted][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as [string, Muted][];
  } catch {
    return [];
  }
}

export const kept = (table: string): Muted => all().find(([id]) => id === table)?.[1] ?? [];

export function keep(table: string, muted: Muted): void {
  const others = all().filter(([id]) => id !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, [table, muted]].slice(-MOST_TABLES)));
  } catch {
    // Private windows of some browsers keep nothing.
  }
}
