// What a game brings to the client. Shared code asks these and knows no game by its name.

import type { Component } from "svelte";
import type { Cover, FrontProps, IconName } from "../art";
import type { Sound } from "../lib/device/sound";
import type { Components } from "../lib/net/components";
import type { MoveFields, NewTable } from "../lib/net/protocol";
import type { Frame, OpenView } from "../lib/replay/frames";
import type { Range } from "../lib/rules/search";
import type { Changes } from "../lib/table/changes";
import type { LogTexts } from "../lib/table/log";
import type { Move } from "../lib/table/moves";
import type { CountTable, GameCounts } from "../lib/table/statistics";
import type { Line, Table } from "../lib/table/table.svelte";
import type { Standing } from "../lib/table/view";
import type { Key } from "../lib/words/words.svelte";

/** A game before anybody opens it: small, and part of the first page. `games/<game>/index.ts` exports one. */
export interface GameClient {
  /** Beside its name, where games are listed. */
  icon: IconName;
  /** A small picture for the first page. */
  Picture?: Component;
  /** What the keys of its own words begin with: `dice.` where it has `dice.ability.…`. */
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
  /** Everything else, loaded when somebody opens a table, a replay or the rules. */
  load(): Promise<GameParts>;
}

/** A switch of a new table, off at first. */
export interface TableOption {
  label: Key;
  wanted(on: boolean): Partial<NewTable>;
}

/** A game that somebody plays or looks at. `games/<game>/parts.ts` exports one. */
export interface GameParts {
  /** The table, from a phone to a large screen. */
  Table: Component<{ table: Table; components: Components }>;
  /** One player of a replay, with everything open. */
  Seat: Component<SeatProps>;
  /** What lies between the players of a replay. */
  Centre?: Component<CentreProps>;
  /** The fronts of the players, for the picture of the result. */
  facade?: FacadeParts;
  /** The pictures of its rules. `load` brings their positions, before any is drawn. */
  rulePictures?: { Picture: Component<RulePictureProps>; load(): Promise<void> };
  /** Moves and their consequences, for the log. */
  log: LogTexts;
  /** What ended the game, where that is neither points nor time. */
  ending?(lines: readonly Line[]): string | null;
  /** A move as one would say it before it is made. */
  moveWords(move: Move): string;
  /** The help dialog: how it is played, and the keys. */
  help: Help;
  /** The rule behind each refusal. */
  refusals: Readonly<Record<string, string>>;
  /** What is counted in this game only. */
  counts(table: CountTable): GameCounts;
}

export interface SeatProps {
  frame: Frame;
  seat: number;
  name: string;
  components: Components;
  /** Shows it large. */
  onpick?: () => void;
}

export interface CentreProps {
  view: OpenView;
  /** What the last move changed. */
  changes: Changes;
  components: Components;
}

export interface FacadeParts {
  /** A front inside another drawing. */
  Drawing: Component<FrontProps & { px: number }>;
  /** Units that it has below the grid when it is small. */
  foot: number;
  /** What covers the front of a seat. */
  coverOf(view: Standing, seat: number): Cover;
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

export interface Help {
  steps: readonly Key[];
  /** Abilities with their words (`<key>.text` says what they do) and the rule that explains them. */
  abilities: readonly { icon: IconName; key: string; rule: string }[];
  /** Keys that mean something in this game only. */
  keys: readonly (readonly [key: string, words: Key])[];
}
