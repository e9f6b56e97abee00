// What this browser remembers of a table, for the last few tables.

const MOST_TABLES = 50;

/** Something that is remembered of each table under a name; `none` where nothing was. */
function byTable<T>(name: string, none: T) {
  function all(): [string, T][] {
    try {
      return JSON.parse(localStorage.getItem(name) ?? "[]") as [string, T][];
    } catch {
      return [];
    }
  }
  return {
    of: (table: string): T => all().find(([id]) => id === table)?.[1] ?? none,
    keep(table: string, value: T): void {
      const others = all().filter(([id]) => id !== table);
      try {
        localStorage.setItem(name, JSON.stringify([...others, [table, value]].slice(-MOST_TABLES)));
      } catch {
        // Private windows of some browsers keep nothing.
      }
    },
  };
}

/** Whom it does not want to hear: persons by their first seat, null for spectators. */
export const muted = byTable<(number | null)[]>("nyhavn muted", []);
/** The last line of the chat that was read, by the number of its entry. */
export const read = byTable<number>("nyhavn read", 0);
