// The counts of a game as a table that people read: groups of rows, a number for every seat.

import type { Letter } from "../../art";
import type { Statistics } from "../net/protocol";
import { LETTERS } from "../words/colours";
import { abilityName } from "../words/names";
import { type Key, t } from "../words/words.svelte";

type Counts = { [name: string]: number | Counts };

export interface Row {
  label: string;
  /** By seat. */
  values: number[];
  /** The colour that is counted. */
  letter?: Letter;
  /** Milliseconds, not things. */
  time?: boolean;
}

export interface Group {
  title: string;
  rows: Row[];
}

/** What a game counts beside what all games do. */
export interface GameCounts {
  points: Row[];
  singles: Row[];
  own: Group[];
}

const total = (counts: number | Counts | undefined): number =>
  typeof counts === "object" ? Object.values(counts).reduce<number>((sum, one) => sum + total(one), 0) : (counts ?? 0);

/** A number, or a group of them, by its path: `cards.take`. */
const at = (counts: Counts, path: string): number | Counts | undefined =>
  path.split(".").reduce<number | Counts | undefined>((found, name) => (typeof found === "object" ? found[name] : undefined), counts);

/** Makes rows of what was counted. */
export class CountTable {
  constructor(readonly seats: Counts[]) {}

  /** A number, or the sum of several, by their paths. */
  row(label: string, paths: string[], letter?: Letter): Row {
    return { label, letter, values: this.seats.map((seat) => paths.reduce((sum, path) => sum + total(at(seat, path)), 0)) };
  }

  /** A row for each path, with its words. */
  words(key: (path: string) => string, paths: readonly string[]): Row[] {
    return paths.map((path) => this.row(t(key(path) as Key), [path]));
  }

  /** A row for each colour. */
  colours(path: string): Row[] {
    return LETTERS.map((letter) => this.row(t(`colour.${letter}`), [`${path}.${letter}`], letter));
  }

  /** What was counted under a path. */
  names(path: string): string[] {
    const found = at(this.seats[0] ?? {}, path);
    return typeof found === "object" ? Object.keys(found) : [];
  }
}

/** Rows and columns, of windows alone or not. */
export const LINES = ["points.rows.windows", "points.rows.mixed", "points.columns.windows", "points.columns.mixed"];

/** The table of a game. A row in which nobody did anything is left out, and so is a group without rows. */
export function groupsOf(counts: (table: CountTable) => GameCounts, statistics: Statistics): Group[] {
  const table = new CountTable(statistics.seats as Counts[]);
  const { points, singles, own } = counts(table);
  const groups: Group[] = [
    { title: t("stats.points"), rows: points },
    {
      title: t("stats.building"),
      rows: [
        table.row(t("stats.cells"), ["cells"]),
        table.row(t("stats.tiles"), ["tiles"]),
        ...table.names("sizes").map((size) => table.row(t("stats.size", { size }), [`sizes.${size}`])),
        ...singles,
      ],
    },
    { title: t("stats.tiles.colours"), rows: table.colours("tiles") },
    ...own,
    { title: t("stats.coats"), rows: table.words((path) => `stats.${path}`, table.names("coats").map((use) => `coats.${use}`)) },
    { title: t("stats.abilities"), rows: table.names("abilities").map((name) => table.row(abilityName(name), [`abilities.${name}`])) },
    {
      title: t("stats.course"),
      rows: [table.row(t("stats.turns"), ["turns"]), { label: t("stats.time"), values: statistics.time, time: true }],
    },
  ];
  return groups
    .map(({ title, rows }) => ({ title, rows: rows.filter(({ values }) => values.some((value) => value > 0)) }))
    .filter(({ rows }) => rows.length);
}

/** How long somebody thought, as a clock shows it: 1:05, 1:00:05. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, minutes, rest] = parts.map((part, place) => (place ? String(part).padStart(2, "0") : String(part))) as [string, string, string];
  return parts[0] ? `${hours}:${minutes}:${rest}` : `${parts[1]}:${rest}`;
}
