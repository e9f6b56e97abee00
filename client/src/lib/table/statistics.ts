// The counts of a game as a table that people read: groups of rows, a number for every seat.

import type { Letter } from "../../art";
import type { Statistics } from "../net/protocol";
import { LETTERS } from "./view";
import { type Key, maybe, t } from "../words/words.svelte";

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

const TRACKS: Record<string, Letter> = { red: "R", yellow: "Y", green: "G", blue: "B", purple: "P" };

const total = (counts: number | Counts | undefined): number =>
  typeof counts === "object" ? Object.values(counts).reduce<number>((sum, one) => sum + total(one), 0) : (counts ?? 0);

/** A number, or a group of them, by its path: `cards.take`. */
const at = (counts: Counts, path: string): number | Counts | undefined =>
  path.split(".").reduce<number | Counts | undefined>((found, name) => (typeof found === "object" ? found[name] : undefined), counts);

/** The table of a game. A row in which nobody did anything is left out, and so is a group without rows. */
export function groupsOf(game: string, statistics: Statistics): Group[] {
  const seats = statistics.seats as Counts[];
  const dice = game === "roll-and-write";
  const row = (label: string, path: string, letter?: Letter): Row => ({
    label,
    values: seats.map((seat) => total(at(seat, path))),
    letter,
  });
  const words = (prefix: string, paths: string[]): Row[] => paths.map((path) => row(t(`stats.${prefix}${path}` as Key), path));
  const colours = (path: string): Row[] => LETTERS.map((letter) => row(t(`colour.${letter}`), `${path}.${letter}`, letter));
  const tracks = (...paths: string[]): Row[] =>
    Object.entries(TRACKS).map(([track, letter]) => ({
      label: t(`colour.${letter}` as Key),
      values: seats.map((seat) => paths.reduce((sum, path) => sum + total(at(seat, `${path}.${track}`)), 0)),
      letter,
    }));
  const lines = ["points.rows.windows", "points.rows.mixed", "points.columns.windows", "points.columns.mixed"];
  const abilities = Object.keys((seats[0]?.abilities as Counts | undefined) ?? {});
  const coats = Object.keys((seats[0]?.coats as Counts | undefined) ?? {});
  const own: Group[] = dice
    ? [
        { title: t("stats.dice"), rows: words("", ["dice.draw", "dice.reroll", "dice.change", "passes"]) },
        { title: t("stats.boxes"), rows: tracks("boxes.start", "boxes.mark", "boxes.coat") },
        { title: t("stats.bonuses"), rows: tracks("bonuses") },
      ]
    : [
        { title: t("stats.cards"), rows: words("", ["cards.start", "cards.take", "cards.pay", "cards.discard", "touching"]) },
        { title: t("stats.cards.taken"), rows: colours("cards.take") },
      ];
  const groups: Group[] = [
    { title: t("stats.points"), rows: words(dice ? "dice." : "", dice ? [...lines, "points.tracks"] : lines) },
    {
      title: t("stats.building"),
      rows: [
        row(t("stats.cells"), "cells"),
        row(t("stats.tiles"), "tiles"),
        ...["2", "3", "4", "5"].map((size) => row(t("stats.size", { size }), `sizes.${size}`)),
        ...words(dice ? "dice." : "", ["singles"]),
      ],
    },
    { title: t("stats.tiles.colours"), rows: colours("tiles") },
    ...own,
    { title: t("stats.coats"), rows: words("", coats.map((use) => `coats.${use}`)) },
    {
      title: t("stats.abilities"),
      rows: abilities.map((name) => row(maybe(`ability.${name}`) ?? maybe(`dice.ability.${name}`) ?? name, `abilities.${name}`)),
    },
    {
      title: t("stats.course"),
      rows: [row(t("stats.turns"), "turns"), { label: t("stats.time"), values: statistics.time, time: true }],
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
