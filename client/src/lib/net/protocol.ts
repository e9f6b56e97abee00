// Made by client/make_types.py from src/nyhavn/server/protocol.py: change it there, and run it again.

export const PROTOCOL = 1;

/** The cards at these docks, 1 to 7, ascending. */
export interface CopenhagenTake {
  kind: "take";
  docks: number[];
}

/** Cards down to seven, as letters. */
export interface CopenhagenDiscard {
  kind: "discard";
  cards: string;
}

/** A tile from the rack, its brick marked, paid with cards. */
export interface CopenhagenBuild {
  kind: "build";
  tile: string;
  cells: string[];
  /** the cell that gets the brick or the X */
  marked: string | null;
  /** number of the orientation within the tile */
  shape: number;
  /** the cell of the orientation's lower left corner, a1 = 0 */
  anchor: number;
  /** number of the marked cell in the orientation's `marks`, -1 for none */
  mark: number;
  /** as it stands in the move, after `pay` or `using` */
  pay: string;
}

/** The end of the turn after a take. */
export interface CopenhagenEnd {
  kind: "end";
}

/** A special tile on a cell. */
export interface CopenhagenCoatSpecial {
  kind: "coat special";
  cell: string;
}

/** An ability tile. */
export interface CopenhagenCoatAbility {
  kind: "coat ability";
  ability: string;
}

/** All used abilities, active again. */
export interface CopenhagenCoatRefresh {
  kind: "coat refresh";
}

/** Nothing for a coat of arms. */
export interface CopenhagenCoatDecline {
  kind: "coat decline";
}

/** The track to start with, by its colour. */
export interface RollAndWriteStart {
  kind: "start";
  track: string;
}

/** Dice that are rolled once more, by face. */
export interface RollAndWriteReroll {
  kind: "reroll";
  dice: string;
}

/** Dice of one face, and the face that they are changed to. */
export interface RollAndWriteChange {
  kind: "change";
  dice: string;
  to: string;
}

/** A cell for a purple star, with an X or, for a blue star too, without. */
export interface RollAndWriteSingle {
  kind: "single";
  cell: string;
  crossed: boolean;
}

/** A tile, its X marked, paid with dice and bonuses. */
export interface RollAndWriteDraw {
  kind: "draw";
  tile: string;
  cells: string[];
  /** the cell that gets the brick or the X */
  marked: string | null;
  /** number of the orientation within the tile */
  shape: number;
  /** the cell of the orientation's lower left corner, a1 = 0 */
  anchor: number;
  /** number of the marked cell in the orientation's `marks`, -1 for none */
  mark: number;
  /** as it stands in the move, after `pay` or `using` */
  pay: string;
}

/** No tile, which ends the turn. */
export interface RollAndWritePass {
  kind: "pass";
}

/** The end of the turn after the tile. */
export interface RollAndWriteDone {
  kind: "done";
}

/** A cell without an X. */
export interface RollAndWriteCoatWindow {
  kind: "coat window";
  cell: string;
}

/** Boxes of a track. */
export interface RollAndWriteCoatTrack {
  kind: "coat track";
  track: string;
}

/** Nothing for a coat of arms. */
export interface RollAndWriteCoatDecline {
  kind: "coat decline";
}

/** The tracks that one of the others marks: none, one, or two in a game of two. */
export interface RollAndWriteMark {
  kind: "mark";
  tracks: string[];
}

export type CopenhagenMove = CopenhagenTake | CopenhagenDiscard | CopenhagenBuild | CopenhagenEnd | CopenhagenCoatSpecial | CopenhagenCoatAbility | CopenhagenCoatRefresh | CopenhagenCoatDecline;

export type MoveFields = CopenhagenMove | RollAndWriteMove;

/** A move in its one spelling. It is sent as it came; what it is stands in its fields. */
export type MoveText = string & {
  readonly split: never;
  readonly slice: never;
  readonly substring: never;
  readonly startsWith: never;
  readonly endsWith: never;
  readonly match: never;
  readonly matchAll: never;
  readonly replace: never;
  readonly replaceAll: never;
  readonly charAt: never;
  readonly at: never;
  readonly search: never;
  readonly indexOf: never;
};

export type RollAndWriteMove = RollAndWriteStart | RollAndWriteReroll | RollAndWriteChange | RollAndWriteSingle | RollAndWriteDraw | RollAndWritePass | RollAndWriteDone | RollAndWriteCoatWindow | RollAndWriteCoatTrack | RollAndWriteCoatDecline | RollAndWriteMark;

/**
 * How long a seat may think. Either `move` seconds for every turn, or a `bank` of seconds for the whole game with an
 * `increment` for every turn. At zero a bot plays on, or the seat forfeits.
 */
export interface Clock {
  move?: number | null;
  bank?: number | null;
  increment?: number;
  at_zero?: "bot" | "forfeit";
}

/** Who shall sit there: nobody yet, a bot, or (`me`) whoever makes the table; several of these are hot-seat. */
export interface NewSeat {
  kind?: "open" | "me" | "bot";
  name?: string;
  bot?: string | null;
}

/**
 * Where a game goes on from: exactly one of a record (or a position as a line) as text, a finished game by its replay,
 * a position that somebody shared, or a lesson. `moves` cuts a record or a finished game after so many; else its end
 * is taken.
 */
export interface FromPosition {
  record?: string | null;
  replay?: string | null;
  shared?: string | null;
  lesson?: string | null;
  step?: number;
  moves?: number | null;
}

/**
 * A table to be made. Seats that are not given are open; the first is mine if none is said to be. If it goes on from a
 * position, game, players, options and order are those of the position.
 */
export interface NewTable {
  game?: string;
  position?: FromPosition | null;
  players?: number;
  options?: Record<string, boolean>;
  seats?: NewSeat[];
  name?: string;
  watch?: "anyone" | "nobody";
  listed?: boolean;
  show_known?: boolean;
  /** who begins: one drawn by lot, the eldest, the first seat; or all shuffled */
  order?: "lot" | "eldest" | "seated" | "random";
  /** the seat of the eldest player, for that order */
  eldest?: number;
  hints?: boolean;
  clock?: Clock | null;
  chat?: "players" | "anyone" | "nobody";
}

/** A seat as everybody sees it. */
export interface SeatInfo {
  seat: number;
  kind: "open" | "person" | "bot";
  name: string;
  /** the bot that has this seat */
  bot: string | null;
  /** the first seat of the same person; null for bots and open seats */
  person: number | null;
  /** kept for somebody of the game before (rematch) */
  reserved: boolean;
  yours: boolean;
  present: boolean;
  /** its player has left the running game */
  left: boolean;
  /** the bot that plays for an absent player */
  standin: string | null;
  forfeited: boolean;
  /** holds the last move of a turn back until it is confirmed */
  confirm: boolean;
}

/** How others come to this table. */
export interface Invite {
  /** short code, while a seat is open */
  code: string | null;
  /** an address that others can open; null if there is none */
  link: string | null;
  /** `local`: this server listens on its own machine only */
  hint: "" | "local";
}

/** How a game ended. */
export interface Result {
  winners: number[];
  ranking: number[][];
  scores: number[];
  empty_cells: number[];
  forfeited: number[];
}

/** Where somebody is in a lesson; the client has the words for `key`. */
export interface LessonInfo {
  name: string;
  step: number;
  steps: number;
  key: string;
  /** what to look at: parts of the table */
  light: string[];
  /** whether there is something to do */
  task: boolean;
  done: boolean;
}

/** A position that somebody brought. */
export interface Begun {
  /** moves that had been played */
  moves: number;
  /** what was hidden: dealt anew, because several people play, or as it was brought; null before the start */
  dealt: "anew" | "given" | null;
}

/** A table as its receiver sees it, but for the position. */
export interface TableInfo {
  id: string;
  game: string;
  players: number;
  options: Record<string, boolean>;
  status: "open" | "playing" | "over" | "frozen" | "closed";
  /** why a frozen table cannot go on: a code */
  frozen: string | null;
  watch: "anyone" | "nobody";
  listed: boolean;
  show_known: boolean;
  order: "lot" | "eldest" | "seated" | "random";
  clock: Clock | null;
  /** who may talk */
  chat: "players" | "anyone" | "nobody";
  seats: SeatInfo[];
  /** whether you made this table */
  host: boolean;
  invite: Invite;
  /** number of the last entry of its log */
  n: number;
  /** milliseconds since 1970 */
  created: number;
  /** SHA-256 of the seed, from the start on */
  commitment: string | null;
  /** the seed, once the game is over */
  seed: string | null;
  /** what opens the replay, once the game is over */
  replay: string | null;
  /** the table of the rematch, if somebody asked for one */
  rematch: string | null;
  result: Result | null;
  /** whether ideas may be asked for: all have agreed, or you are alone among bots */
  hints: boolean;
  /** where the game began, if somebody brought a position */
  position: Begun | null;
  /** what is learnt here, if this is a lesson */
  lesson: LessonInfo | null;
}

export interface Payment {
  /** as it stands in the move, after `pay` or `using` */
  pay: string;
  /** its cards or dice, as letters */
  letters: string;
  /** how many bonuses it uses (dice game) */
  bonuses: number;
  /** ability tiles that it uses up (card game) */
  abilities: string[];
}

/**
 * A tile in one orientation. Masks are anchors: bit n is the cell in which the lower left corner of the orientation's
 * bounding box lies (a1 = 0, b1 = 1, …, a2 = 5). Every anchor inside the house is in exactly one of `legal`,
 * `covered`, `unsupported`, `unaffordable`; all others are outside.
 */
export interface ShapeChoice {
  /** number of the orientation within the tile, see `GET /api/v1/games` */
  shape: number;
  /**
   * whether a tile of this shape can be had: `open`; `again`, crossed out, for a yellow star (dice game); `gone`,
   * whatever one pays
   */
  take: "open" | "again" | "gone";
  legal: number;
  covered: number;
  unsupported: number;
  unaffordable: number;
  /** of the legal ones, where it touches its colour (card game) */
  touching: number;
  /**
   * [anchor, mark, points, coats] where a place brings something; mark is the number of the brick's or X's place in
   * the orientation's `marks`, -1 for a tile without X
   */
  gains: [number, number, number, number][];
}

export interface TileChoice {
  tile: string;
  /** how many are left; null: there are always enough */
  left: number | null;
  /** cards or dice, away from its colour */
  price: number;
  /** ways to pay it where it touches nothing of its colour */
  payments: Payment[];
  /** ways to pay it where it touches its colour (card game) */
  touching: Payment[];
  /** whether it may be drawn without an X, for a blue star (dice game) */
  without_mark: boolean;
  shapes: ShapeChoice[];
}

/** What a seat can do now, or (`plan`) could do if it were its turn. */
export interface Choices {
  seat: number;
  plan: boolean;
  phase: string;
  /** every legal move that places no tile from the rack, as text */
  moves: MoveText[];
  /** the same moves, in the same order, as values */
  fields: MoveFields[];
  /** of these, those that cover a cell and bring something: points, coats */
  gains: Record<string, number[]>;
  tiles: TileChoice[];
}

export interface Subscribe {
  since?: number | null;
  seat?: number | null;
  /** whether every position is wanted as a picture too, for a client that cannot draw the game */
  picture?: boolean;
  /** whether choices are wanted as patches where some were told before */
  patches?: boolean;
}

/** One thing at a time: exactly one of the fields beside `id`. */
export interface Message {
  id: string;
  subscribe?: Subscribe | null;
  move?: string | null;
  moves?: string[] | null;
  undo?: "step" | "turn" | true | null;
  confirm?: true | null;
  confirming?: boolean | null;
  explain?: string | null;
  chat?: string | null;
  phrase?: string | null;
  chatting?: "players" | "anyone" | "nobody" | null;
  standin?: number | null;
  back?: true | null;
  step?: number | null;
  hint?: true | null;
  ping?: true | null;
}

/** The first message of every connection. */
export interface Hello {
  protocol: number;
  version: string;
  /** the server's clock, milliseconds since 1970 */
  now: number;
}

export interface ClockState {
  /** milliseconds by seat, at the time `at` */
  left: number[];
  running: number | null;
  at: number;
}

/** An entry of the log as the receiver may know it; `kind` says which fields there are. */
export interface LoggedEvent {
  kind: "create" | "sit" | "leave" | "start" | "step" | "move" | "chance" | "hold" | "undo" | "chat" | "chatting" | "confirming" | "standin" | "failed" | "back" | "clock" | "forfeit" | "over" | "rematch" | "close";
  at: number;
  seat?: number | null;
  move?: MoveText | null;
  /** the move as a value */
  fields?: MoveFields | null;
  [more: string]: unknown;
}

/**
 * Something happened. `patch` brings the last view to the present one: each part is a path with the new value, or a
 * path alone where something is gone. Events that belong together come one after the other and the last has it.
 */
export interface EventMessage {
  n: number;
  event: LoggedEvent;
  effects?: Record<string, unknown>[];
  patch?: ([(string | number)[], unknown] | [(string | number)[]])[];
  /** your move that waits to be confirmed */
  held?: MoveText | null;
  /** how many moves you can take back now */
  undo?: number;
  /** the whole view instead of a patch, when the game starts */
  view?: Record<string, unknown> | null;
  choices?: Choices | null;
  /** what changed in the choices, if patches are wanted */
  choices_patch?: ([(string | number)[], unknown])[];
  clock?: ClockState | null;
  /** when something about the table has changed */
  table?: TableInfo | null;
  /** the position as SVG, if pictures are wanted */
  picture?: string | null;
}

/** The answer to `subscribe`: what is missing since the number given, and where things stand now. */
export interface Subscribed {
  ack: string;
  n: number;
  table: TableInfo;
  events: EventMessage[];
  /** null before the start */
  view: Record<string, unknown> | null;
  /** your move that waits to be confirmed */
  held: MoveText | null;
  /** how many moves you can take back now */
  undo: number;
  choices: Choices | null;
  clock: ClockState | null;
  /** the position as SVG, if pictures are wanted; null before the start */
  picture?: string | null;
}

/** The answer to `subscribe` where much is missing: the first of it. Subscribe again, since `n`. */
export interface Page {
  ack: string;
  /** number of the last entry that is told */
  n: number;
  events: EventMessage[];
  more: true;
}

/** Done, and written down: `n` is the number of the last entry it made (or the last of the log, if it made none). */
export interface Ack {
  ack: string;
  n: number;
}

/** A move that a bot finds good, what it does, and what speaks for it. */
export interface Idea {
  move: MoveText;
  /** the move as a value, with where its tile lies */
  fields: MoveFields;
  /** share of a win after it, as far as playouts tell; null if there is no other */
  share: number | null;
  effects: Record<string, unknown>[];
  /** a code with values each, the weightiest first */
  reasons: Record<string, unknown>[];
}

/** The answer to `hint`, best first. */
export interface Ideas {
  ack: string;
  n: number;
  ideas: Idea[];
}

/** Not done, and nothing was changed. */
export interface Refused {
  /** the message's id; null if it could not be read */
  refused: string | null;
  code: string;
  details?: Record<string, unknown>;
  sentence: string;
}

export interface Presence {
  /** by seat: somebody is there */
  presence: boolean[];
  watchers: number;
}

/** Take a seat, or put a bot there. */
export interface SitDown {
  name?: string;
  bot?: string | null;
}

export interface Code {
  code: string;
}

export interface TableName {
  table: string;
}

/** Somebody wants to learn a game; `names` are those of the others at the table. */
export interface NewLesson {
  lesson: string;
  names?: string[];
}

/** Which seat's view is shared. */
export interface Share {
  seat: number;
}

/** A position that can be opened by its name, or by the link if others can reach this server. */
export interface Shared {
  position: string;
  link: string | null;
}

/** A position that was shared, as the seat knew it that shared it. */
export interface Position {
  game: string;
  players: number;
  seat: number;
  turn: number | null;
  moves: number;
  view: Record<string, unknown>;
  /** what was built, oldest first */
  effects: Record<string, unknown>[];
}

/** Who you are, for this server: nothing but whether it knows you. */
export interface Me {
  known: boolean;
  protocol: number;
  version: string;
  /** this server can be reached from its own machine only */
  local: boolean;
  /** you were somebody else in this browser, who can be restored */
  before: boolean;
}

/** Moves you to another device, once. */
export interface Link {
  code: string;
  link: string | null;
  /** milliseconds since 1970 */
  expires: number;
}

/** Whom a code would make of this device. */
export interface LinkOwner {
  /** under which they last sat down; empty if they have none */
  name: string;
  /** how many they have, 50 at most */
  tables: number;
  /** that is you already */
  yours: boolean;
}

/** A table in a list; of those that are not over, the first few tell who sits there and how it stands. */
export interface TableLine {
  id: string;
  game: string;
  players: number;
  status: string;
  open_seats: number;
  created: number;
  updated: number;
  /** by seat; empty where nobody sits, or has no name */
  names?: string[];
  /** by seat, once the game has started, for those who sit there */
  scores?: number[];
  your_turn?: boolean;
  /** whether the game began from a position that somebody brought */
  position?: boolean;
}

export interface Tables {
  tables: TableLine[];
}

export interface BotLine {
  name: string;
  games: string[];
}

export interface Bots {
  bots: BotLine[];
}

/** What each seat did, see `docs/api.md`; `time` is milliseconds of thinking, by seat. */
export interface Statistics {
  turns: number;
  moves: number;
  seats: Record<string, unknown>[];
  time: number[];
}

export interface ReplayStep {
  n: number;
  seat?: number | null;
  move?: MoveText | null;
  /** the move as a value */
  fields?: MoveFields | null;
  chance?: string | null;
  effects: Record<string, unknown>[];
  patch: ([(string | number)[], unknown] | [(string | number)[]])[];
}

/** A game that is over, with all hands open. */
export interface Replay {
  table: TableInfo;
  record: string;
  view: Record<string, unknown>;
  steps: ReplayStep[];
  statistics: Statistics;
}

/** A game to be reviewed: a finished one by its replay, or any as the text of its record. */
export interface NewReview {
  record?: string | null;
  replay?: string | null;
}

export interface ReviewName {
  review: string;
}

/** A game with all hands open, step by step. */
export interface ReplaySteps {
  record: string;
  view: Record<string, unknown>;
  steps: ReplayStep[];
}

/** A decision as it is judged from what its seat could know. */
export interface Decision {
  /** which move of the game it is, from 1 */
  number: number;
  seat: number;
  move: MoveText;
  /** the move as a value; not in reviews of earlier versions */
  fields?: MoveFields | null;
  /** how many moves there were */
  legal: number;
  /** share of a win after it */
  win_share: number;
  error: number;
  /** the best move that was found, which may be the one played */
  best: MoveText;
  best_fields?: MoveFields | null;
  /** what the move played lost against it */
  lost: number;
  /** whether that is more than noise */
  clear: boolean;
  before: number | null;
  change: number | null;
}

export interface TurningPoint {
  number: number;
  seat: number;
  kind: "slip" | "fortune";
  size: number;
}

/** As `nyhavn analyse --json` gives it. */
export interface Analysis {
  game: string;
  players: number;
  names: string[];
  budget: string;
  decisions: Decision[];
  turning_points: TurningPoint[];
  lost: number[];
  over: boolean;
  winners: number[];
  [more: string]: unknown;
}

/** How far a review is; when all is done, what it found, and the game to step through. */
export interface Review {
  review: string;
  done: number;
  total: number;
  analysis: Analysis | null;
  replay: ReplaySteps | null;
}

export interface Health {
  status: "ok" | "unavailable";
  sentence?: string;
}

/** Kernels that are compiled once on a machine, before the first game. */
export interface PreparationStep {
  game: string;
  /** `rules`, without which nobody plays, or `bots` */
  room: string;
  /** how much of it is done, 0 to 1 */
  part: number;
  /** how long it will take from now on, as far as one can tell */
  seconds: number;
}

/** How far the games are, while the server says `preparing`. */
export interface PreparationInfo {
  /** whether the rules of all games are ready */
  playable: boolean;
  steps: PreparationStep[];
}
