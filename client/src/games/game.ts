// What a game brings to the client. Shared code asks these and knows no game by its name.

import type { Component } from "svelte";
import type { Cover, FrontProps, IconName } from "../art";
import type { Sound } from "../lib/device/sound";
import type { Components } from "../lib/net/components";
import type { MoveFields, NewTable, OpenView, View } from "../lib/net/protocol";
import type { Frame } from "../lib/replay/frames";
import type { Sketch } from "../lib/replay/sketch";
import type { Range } from "../lib/rules/search";
import type { Changes } from "../lib/table/changes";
import type { LogTexts } from "../lib/table/log";
import type { Move } from "../lib/table/moves";
import type { CountTable, GameCounts } from "../lib/table/statistics";
import type { Table } from "../lib/table/table.svelte";
import type { WordFiles } from "../lib/words/languages";
import type { Key } from "../lib/words/words.svelte";

/** A game before anybody opens it: small, and part of the first page. `games/<game>/index.ts` exports one. */
export interface GameClient {
  /** Beside its name, where games are listed. */
  icon: IconName;
  /** A small picture for the first page. */
  Picture?: Component;
  /** What the keys of its own words begin with: its name, and a dot. */
  words: string;
  /** The letter that the numbers of its rules begin with. */
  ruleLetter?: string;
  /** Whether a seat holds what others must not see: a shared device is then handed over before a turn is shown. */
  hiddenHands: boolean;
  /** Whether it can be learnt step by step. */
  lesson: boolean;
  /** Switches that only a new table of this game has. */
  options: readonly TableOption[];
  /** Whether the server is to draw it, because this client cannot. */
  pictures?: boolean;
  /** Whether what chance brings stands in the log as the server writes it. */
  chanceTexts?: boolean;
  /** Effects of chance that stand in the log by themselves, and whose they are. */
  loggedChance: Readonly<Record<string, "nobody's" | "the decider's">>;
  /** What its effects sound like, beside lines and tiles, which sound the same in every game. */
  sounds: Readonly<Record<string, Sound>>;
  /** Whether a move of somebody else is a small thing, after which the next one is shown sooner. */
  isBrief(move: MoveFields): boolean;
  /** The phase in which the others do small things in a turn: a shared device is then passed on without a cover. */
  briefPhase?: string;
  /** What its table says. */
  tableWords?: WordFiles;
  /** What a table needs, loaded when somebody opens one. */
  parts(): Promise<{ default: GameParts }>;
  /** What is needed to look back at a game, or to read about it. */
  archive(): Promise<{ default: GameArchive }>;
}

/** A switch of a new table, off at first. */
export interface TableOption {
  label: Key;
  wanted(on: boolean): Partial<NewTable>;
}

/** A game that somebody plays. `games/<game>/parts.ts` exports one. */
export interface GameParts {
  /** The table, from a phone to a large screen. */
  Table: Component<{ table: Table; components: Components }>;
  /** Moves and their consequences, for the log. */
  log: LogTexts;
  /** A move as one would say it before it is made. */
  moveWords(move: Move): string;
  /** The rule behind each refusal. */
  refusals: Readonly<Record<string, string>>;
}

/** A game that somebody looks back at, or reads about. `games/<game>/archive.ts` exports one. */
export interface GameArchive {
  /** One player of a replay, with everything open. */
  Seat: Component<SeatProps>;
  /** What lies between the players of a replay. */
  Centre?: Component<CentreProps>;
  /** The fronts of the players, for the picture of the result. */
  facade?: FacadeParts;
  /** The pictures of its rules. `load` brings their positions, before any is drawn. */
  rulePictures?: { Picture: Component<RulePictureProps>; load(): Promise<void> };
  /** The help dialog: how it is played, and the keys. */
  help: Help;
  /** What is counted in this game only. */
  counts(table: CountTable): GameCounts;
}

export interface SeatProps {
  frame: Frame;
  seat: number;
  name: string;
  components: Components;
  /** What could be built here. */
  sketch?: Sketch | null;
  /** Shows it large. */
  onpick?: () => void;
}

export interface CentreProps {
  view: OpenView;
  /** What the last move changed. */
  changes: Changes;
  components: Components;
  /** A move that could be made, to be marked. */
  planned?: MoveFields | null;
}

export interface FacadeParts {
  /** A front inside another drawing. */
  Drawing: Component<FrontProps & { px: number }>;
  /** Units that it has below the grid when it is small. */
  foot: number;
  /** What covers the front of a seat. */
  frontOf(view: View, seat: number): { cover: Cover; complete: string };
}

/** A picture of the rules, in a `RuleFigure`. */
export interface RulePictureProps {
  name: string;
  /** What it shows, in words. */
  caption: string;
  /** Where the words that are searched for stand in it. */
  ranges?: readonly Range[];
  /** Whether it is one of the things that were found. */
  focusable: boolean;
}

export type HelpKeys = readonly (readonly [key: string, words: Key])[];

export interface Help {
  steps: readonly Key[];
  /** Abilities with their words (`<key>.text` says what they do) and the rule that explains them. */
  abilities: readonly { icon: IconName; key: string; rule: string }[];
  /** Keys that mean something in this game only, by what it is played with. */
  keys(components: Components): HelpKeys;
}
