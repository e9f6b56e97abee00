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

/** The same by the names of the colours. */
export interface ByColour {
  red: number;
  yellow: number;
  green: number;
  blue: number;
  purple: number;
}

/** Something counted by colour. */
export interface ByLetter {
  R: number;
  Y: number;
  G: number;
  B: number;
  P: number;
}

/** Where coats of arms are: on cells, and at the ends of rows and columns. */
export interface Coats {
  cells: string[];
  rows: number[];
  columns: ("a" | "b" | "c" | "d" | "e")[];
}

export type Components = CopenhagenComponents | RollAndWriteComponents | PlainComponents;

/** An ability tile that was gained or turned over. */
export interface CopenhagenAbilityEffect {
  effect: "ability";
  seat: number;
  ability: "any" | "extra" | "discount" | "recolour" | "both";
  side: "active" | "used";
  gained: boolean;
}

/** How many ability tiles of each kind are left. */
export interface CopenhagenAbilitySupply {
  any: number;
  extra: number;
  discount: number;
  recolour: number;
  both: number;
}

export interface CopenhagenAbilitySupplyEffect {
  effect: "supply";
  ability: "any" | "extra" | "discount" | "recolour" | "both";
  left: number;
}

/** Coats of arms that were earned, where, and those still owed. */
export interface CopenhagenCoatsEffect {
  effect: "coats";
  seat: number;
  earned: number;
  owed: number;
  cells: string[];
  rows: number[];
  /** those that could do nothing */
  skipped?: number;
}

export interface CopenhagenComponents {
  players: number[];
  options: Record<string, string>;
  width: number;
  height: number;
  /** by letter */
  colours: Record<string, "red" | "yellow" | "green" | "blue" | "purple">;
  goal: number;
  points: LinePoints;
  coats: Coats;
  /** how a move that places a tile is written: `build … pay …` */
  placing: [string, string];
  tiles: Tile[];
  abilities: string[];
  game: "copenhagen";
  specials: number;
  /** the abilities that each take uses up, by its text */
  uses: Record<string, ("any" | "extra" | "discount" | "recolour" | "both")[]>;
  docks: number;
  /** cards that a take brings without abilities, and the refill after it */
  plain_take: number;
  hand_limit: number;
  /** cards of a colour, by number of players */
  cards: Record<string, number>;
  /** by number of players, and seat */
  starting_hands: Record<string, number[]>;
}

/** A tile on a house. */
export interface CopenhagenCoverEffect {
  effect: "cover";
  seat: number;
  tile: string;
  cells: string[];
  brick: string | null;
}

/** A card on a dock. */
export interface CopenhagenDealEffect {
  effect: "deal";
  dock: number;
  card: "R" | "Y" | "G" | "B" | "P";
  deck: number;
}

export interface CopenhagenDiscardEffect {
  effect: "discard";
  seat: number;
  cards: string;
  discards: number;
}

export type CopenhagenEffect = CopenhagenTakeEffect | CopenhagenDiscardEffect | CopenhagenPayEffect | CopenhagenTileSupplyEffect | CopenhagenAbilitySupplyEffect | CopenhagenCoverEffect | LineEffect | PointsEffect | CopenhagenCoatsEffect | CopenhagenAbilityEffect | CopenhagenDealEffect | CopenhagenHandEffect | CopenhagenShuffleEffect | CopenhagenEndCardEffect | TurnEffect | OverEffect;

export interface CopenhagenEndCardEffect {
  effect: "end card";
  dock: number;
  deck: number;
}

/** Why the game is over. */
export interface CopenhagenEnding {
  reason: "goal" | "end card";
  /** those that brought it about: with `goal`, those that have reached it */
  seats: number[];
}

/** A starting hand; its cards are told to its owner alone. */
export interface CopenhagenHandEffect {
  effect: "deal";
  seat: number;
  count: number;
  cards?: string;
  deck: number;
}

export type CopenhagenMove = CopenhagenTake | CopenhagenDiscard | CopenhagenBuild | CopenhagenEnd | CopenhagenCoatSpecial | CopenhagenCoatAbility | CopenhagenCoatRefresh | CopenhagenCoatDecline;

/** What a seat may know. All hands are open. */
export interface CopenhagenOpenView {
  players: number;
  options: Record<string, boolean>;
  /** whose view it is; null: a spectator's */
  seat: number | null;
  /** the seat that must decide; null when the game is over */
  turn: number | null;
  scores: number[];
  empty_cells: number[];
  over: boolean;
  winners: number[];
  ranking: number[][];
  game: "copenhagen";
  phase: "action" | "discard" | "after take" | "coat" | "over";
  /** coat actions that are owed */
  coats: number;
  docks: ("R" | "Y" | "G" | "B" | "P" | null)[];
  deck: number;
  end_card: "beside" | "deck" | "turned up";
  /** how likely the End card comes with the next card, the next two, the next three */
  end_odds: [number, number, number];
  discards: ByLetter;
  supply: Record<string, number>;
  specials: number;
  abilities: CopenhagenAbilitySupply;
  seats: CopenhagenSeat[];
  /** the viewer's own cards, as letters; spectators have none */
  hand?: string;
  /** the cards of each seat, as letters; null where seats hold none */
  hands: (string | null)[];
}

export interface CopenhagenPayEffect {
  effect: "pay";
  seat: number;
  cards: string;
  discards: number;
}

export interface CopenhagenSeat {
  house: Record<string, ["R" | "Y" | "G" | "B" | "P" | "W", "window" | "brick"]>;
  /** those that are complete */
  lines: string;
  abilities: Partial<Record<"any" | "extra" | "discount" | "recolour" | "both", "active" | "used">>;
  /** how many cards it holds */
  count: number;
  /** those of them that all have seen */
  known: ByLetter;
}

export interface CopenhagenShuffleEffect {
  effect: "shuffle";
  deck: number;
}

export interface CopenhagenTakeEffect {
  effect: "take";
  seat: number;
  dock: number;
  card: "R" | "Y" | "G" | "B" | "P";
}

/** How many tiles of a kind are left. */
export interface CopenhagenTileSupplyEffect {
  effect: "supply";
  tile: string;
  left: number;
}

/** What a seat may know. */
export interface CopenhagenView {
  players: number;
  options: Record<string, boolean>;
  /** whose view it is; null: a spectator's */
  seat: number | null;
  /** the seat that must decide; null when the game is over */
  turn: number | null;
  scores: number[];
  empty_cells: number[];
  over: boolean;
  winners: number[];
  ranking: number[][];
  game: "copenhagen";
  phase: "action" | "discard" | "after take" | "coat" | "over";
  /** coat actions that are owed */
  coats: number;
  docks: ("R" | "Y" | "G" | "B" | "P" | null)[];
  deck: number;
  end_card: "beside" | "deck" | "turned up";
  /** how likely the End card comes with the next card, the next two, the next three */
  end_odds: [number, number, number];
  discards: ByLetter;
  supply: Record<string, number>;
  specials: number;
  abilities: CopenhagenAbilitySupply;
  seats: CopenhagenSeat[];
  /** the viewer's own cards, as letters; spectators have none */
  hand?: string;
}

export interface Counts {
  [more: string]: number | Counts;
}

export type Effect = CopenhagenEffect | RollAndWriteEffect | PlainEffect;

export type Ending = CopenhagenEnding | RollAndWriteEnding | PlainEnding;

export type JsonValue = unknown;

/** A row or column that was completed. */
export interface LineEffect {
  effect: "line";
  seat: number;
  line: "row 1" | "row 2" | "row 3" | "row 4" | "row 5" | "row 6" | "row 7" | "row 8" | "row 9" | "column a" | "column b" | "column c" | "column d" | "column e";
  points: number;
  /** whether there is no brick or X in it */
  windows: boolean;
}

export interface LinePoints {
  row: number;
  column: number;
  /** how many times as much a line without brick or X brings */
  windows: number;
}

export type LoggedEvent = CreateEvent | SitEvent | LeaveEvent | StartEvent | StepEvent | MoveEvent | ChanceEvent | HoldEvent | UndoEvent | TakebackEvent | ConfirmingEvent | ChatEvent | ChattingEvent | StandinEvent | FailedEvent | BackEvent | ClockEvent | ForfeitEvent | OverEvent | RematchEvent | CloseEvent;

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

export type OpenView = CopenhagenOpenView | RollAndWriteOpenView | PlainOpenView;

export interface OverEffect {
  effect: "over";
  winners: number[];
  ranking: number[][];
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

/** What is known of every game. */
export interface PlainComponents {
  game: string;
  players: number[];
  options: Record<string, string>;
  [more: string]: unknown;
}

/** An effect of a game that does not declare its fields. Names that other games use mean the same there. */
export interface PlainEffect {
  effect: string;
  seat?: number | null;
  [more: string]: unknown;
}

/** Why a game is over that does not declare its reasons. */
export interface PlainEnding {
  reason: string;
  seats: number[];
}

/** A view of a game that does not declare what else is in it. All hands are open. */
export interface PlainOpenView {
  players: number;
  options: Record<string, boolean>;
  /** whose view it is; null: a spectator's */
  seat: number | null;
  /** the seat that must decide; null when the game is over */
  turn: number | null;
  scores: number[];
  empty_cells: number[];
  over: boolean;
  winners: number[];
  ranking: number[][];
  game: string;
  /** the cards of each seat, as letters; null where seats hold none */
  hands: (string | null)[];
  [more: string]: unknown;
}

/** A view of a game that does not declare what else is in it. */
export interface PlainView {
  players: number;
  options: Record<string, boolean>;
  /** whose view it is; null: a spectator's */
  seat: number | null;
  /** the seat that must decide; null when the game is over */
  turn: number | null;
  scores: number[];
  empty_cells: number[];
  over: boolean;
  winners: number[];
  ranking: number[][];
  game: string;
  [more: string]: unknown;
}

export interface PointsEffect {
  effect: "points";
  seat: number;
  points: number;
  score: number;
}

export interface RollAndWriteBonusEffect {
  effect: "bonus";
  seat: number;
  track: "red" | "yellow" | "green" | "blue" | "purple";
  used: number;
  left: number;
}

/** How many boxes of a track a move marks in each phase, for every time that it names the track. */
export interface RollAndWriteBoxes {
  start: number;
  coat: number;
  mark: number;
}

export interface RollAndWriteChangeEffect {
  effect: "change";
  seat: number;
  dice: string;
  to: "R" | "Y" | "G" | "B" | "P" | "W";
}

/** Coats of arms that were earned, where, and those still owed. */
export interface RollAndWriteCoatsEffect {
  effect: "coats";
  seat: number;
  earned: number;
  owed: number;
  rows: number[];
  columns: ("a" | "b" | "c" | "d" | "e")[];
  /** those that could do nothing */
  skipped?: number;
}

export interface RollAndWriteComponents {
  players: number[];
  options: Record<string, string>;
  width: number;
  height: number;
  /** by letter */
  colours: Record<string, "red" | "yellow" | "green" | "blue" | "purple">;
  goal: number;
  points: LinePoints;
  coats: Coats;
  /** how a move that places a tile is written: `build … pay …` */
  placing: [string, string];
  tiles: Tile[];
  abilities: string[];
  game: "roll-and-write";
  dice: number;
  faces: ("R" | "Y" | "G" | "B" | "P" | "W")[];
  tracks: RollAndWriteTracks;
  track_points: number;
  most_bonuses: number;
  boxes: RollAndWriteBoxes;
  uses: RollAndWriteUses;
  /** a cell that is drawn by itself, as a tile */
  single: Tile;
  last_round: number;
}

/** Cells of a sheet that were filled. */
export interface RollAndWriteCoverEffect {
  effect: "cover";
  seat: number;
  tile: string;
  cells: string[];
  cross: string | null;
}

/** Dice that were used or rolled again, and those that are left. */
export interface RollAndWriteDiceEffect {
  effect: "dice";
  seat: number;
  used: string;
  left: string;
}

export type RollAndWriteEffect = RollAndWriteDiceEffect | RollAndWriteChangeEffect | RollAndWriteStarEffect | RollAndWriteBonusEffect | RollAndWriteTileEffect | RollAndWriteCoverEffect | LineEffect | PointsEffect | RollAndWriteMarkEffect | RollAndWriteCoatsEffect | RollAndWriteRollEffect | TurnEffect | OverEffect;

/** Why the game is over. */
export interface RollAndWriteEnding {
  reason: "goal" | "last round";
  /** those that brought it about: with `goal`, those that have reached it */
  seats: number[];
}

/** Of the stars and bonuses of the seat whose turn it is, those of this turn: usable from the next one on. */
export interface RollAndWriteFresh {
  stars: ByColour;
  bonuses: ByColour;
}

/** Boxes of a track that were marked, and what they unlocked. */
export interface RollAndWriteMarkEffect {
  effect: "mark";
  seat: number;
  track: "red" | "yellow" | "green" | "blue" | "purple";
  boxes: number[];
  stars: number;
  bonuses: number;
}

export type RollAndWriteMove = RollAndWriteStart | RollAndWriteReroll | RollAndWriteChange | RollAndWriteSingle | RollAndWriteDraw | RollAndWritePass | RollAndWriteDone | RollAndWriteCoatWindow | RollAndWriteCoatTrack | RollAndWriteCoatDecline | RollAndWriteMark;

/** What a seat may know: everything. All hands are open. */
export interface RollAndWriteOpenView {
  players: number;
  options: Record<string, boolean>;
  /** whose view it is; null: a spectator's */
  seat: number | null;
  /** the seat that must decide; null when the game is over */
  turn: number | null;
  scores: number[];
  empty_cells: number[];
  over: boolean;
  winners: number[];
  ranking: number[][];
  game: "roll-and-write";
  phase: "start" | "turn" | "after draw" | "coat" | "mark" | "over";
  /** coat actions that are owed */
  coats: number;
  /** whose turn it is, even while others decide */
  active: number;
  round: number;
  /** faces of the unused dice */
  dice: string;
  /** by tile, for each of its copies */
  crossed_out: Record<string, boolean[]>;
  seats: RollAndWriteSeat[];
  fresh: RollAndWriteFresh;
  /** the cards of each seat, as letters; null where seats hold none */
  hands: (string | null)[];
}

export interface RollAndWriteRollEffect {
  effect: "roll";
  dice: string;
}

export interface RollAndWriteSeat {
  sheet: Record<string, ["R" | "Y" | "G" | "B" | "P" | "W", "O" | "X"]>;
  /** those that are complete */
  lines: string;
  /** how many boxes are marked */
  tracks: ByColour;
  /** unlocked and not used */
  stars: ByColour;
  /** unlocked and not used */
  bonuses: ByColour;
}

/** A star that was used, and how many of its colour are left in this turn. */
export interface RollAndWriteStarEffect {
  effect: "star";
  seat: number;
  track: "red" | "yellow" | "green" | "blue" | "purple";
  ability: "reroll" | "again" | "change" | "no-x" | "single-x";
  left: number;
}

/** A tile that was crossed out. */
export interface RollAndWriteTileEffect {
  effect: "tile";
  tile: string;
  copy: number;
  crossed_out: true;
}

export interface RollAndWriteTrack {
  ability: "reroll" | "again" | "change" | "no-x" | "single-x";
  boxes: ("bonus" | "star" | null)[];
  /** those that everybody begins with */
  stars: number;
}

export interface RollAndWriteTracks {
  red: RollAndWriteTrack;
  yellow: RollAndWriteTrack;
  green: RollAndWriteTrack;
  blue: RollAndWriteTrack;
  purple: RollAndWriteTrack;
}

/** The abilities that are used up: by a tile that is taken again, by a single cell, by a piece without its X. */
export interface RollAndWriteUses {
  again: "reroll" | "again" | "change" | "no-x" | "single-x";
  single: "reroll" | "again" | "change" | "no-x" | "single-x";
  unmarked: "reroll" | "again" | "change" | "no-x" | "single-x";
}

/** What a seat may know: everything. */
export interface RollAndWriteView {
  players: number;
  options: Record<string, boolean>;
  /** whose view it is; null: a spectator's */
  seat: number | null;
  /** the seat that must decide; null when the game is over */
  turn: number | null;
  scores: number[];
  empty_cells: number[];
  over: boolean;
  winners: number[];
  ranking: number[][];
  game: "roll-and-write";
  phase: "start" | "turn" | "after draw" | "coat" | "mark" | "over";
  /** coat actions that are owed */
  coats: number;
  /** whose turn it is, even while others decide */
  active: number;
  round: number;
  /** faces of the unused dice */
  dice: string;
  /** by tile, for each of its copies */
  crossed_out: Record<string, boolean[]>;
  seats: RollAndWriteSeat[];
  fresh: RollAndWriteFresh;
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
   * [anchor, mark, points, coats, lines it completes] where a place brings something; mark is the number of the
   * brick's or X's place in the orientation's `marks`, -1 for a tile without X
   */
  gains?: [number, number, number, number, string][];
}

export interface Tile {
  tile: string;
  colour: "R" | "Y" | "G" | "B" | "P" | "W";
  size: number;
  /** how many there are, by number of players; null: there are always enough */
  count: Record<string, number> | null;
  /** shape and mark as it is drawn where it lies, one for each copy */
  printed: [number, number][];
  shapes: TileShape[];
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
  /** by place in `shapes`: which printed tile is crossed out for it, -1 if none can be (dice game) */
  copies?: number[];
  /** whether it may be drawn without an X, for a blue star (dice game) */
  without_mark: boolean;
  shapes: ShapeChoice[];
}

/** A tile in one orientation. */
export interface TileShape {
  /** from the lower left corner of its box */
  cells: [number, number][];
  /** the numbers of the cells that can have the brick or the X */
  marks: number[];
  /** for each mark: shape and mark when it is turned to the right */
  turn: [number, number][];
  /** the same to the left */
  back: [number, number][];
  /** the same turned over */
  flip: [number, number][];
  /** whether it is only there where tiles may be flipped */
  mirrored: boolean;
}

/** Another seat must decide. */
export interface TurnEffect {
  effect: "turn";
  seat: number;
}

export type View = CopenhagenView | RollAndWriteView | PlainView;

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

/** Who will sit there: nobody yet, a bot, or (`me`) whoever creates the table; several `me` share a device. */
export interface NewSeat {
  kind?: "open" | "me" | "bot";
  name?: string;
  bot?: string | null;
}

/**
 * Where a game continues from: exactly one of a record (or a position as a line) as text, a finished game by its
 * replay, a position that somebody shared, or a lesson. `moves` cuts a record or a finished game after that many
 * moves; otherwise its end is taken.
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
 * A table to be created. Seats that are not given are open; if none is `me`, the first open one is. If the game
 * continues from a position, game, players, options and order are those of the position.
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
  /** kept for a player of the previous game (rematch) */
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

/** How others join this table. */
export interface Invite {
  /** short code, while a seat is open */
  code: string | null;
  /** an address that others can open; null if there is none */
  link: string | null;
  /**
   * `local`: this server listens on its own machine only; `lan`: and you can open it to your network; `opened`: you
   * can close it again
   */
  hint: "" | "local" | "lan" | "opened";
}

/** The game ended before its rules would have ended it: all but one seat have lost on time. */
export interface TimeEnding {
  reason: "time";
  /** those that have lost on time */
  seats: number[];
}

/** How a game ended. */
export interface Result {
  winners: number[];
  ranking: number[][];
  scores: number[];
  empty_cells: number[];
  forfeited: number[];
  /** why the game is over; null if the game gives no reason */
  ending: TimeEnding | Ending | null;
  /** what decided between seats with equal points */
  tie_break: "empty cells" | null;
}

/** Where somebody is in a lesson; the client has the words for `key`. */
export interface LessonInfo {
  name: string;
  step: number;
  steps: number;
  key: string;
  /** what to look at: parts of the table */
  light: string[];
  /** the tile to place, and where, as an effect of its move */
  place: Effect | null;
  /** whether there is something to do */
  task: boolean;
  done: boolean;
}

/** A position that somebody brought. */
export interface Begun {
  /** moves that had been played */
  moves: number;
  /** hidden cards: dealt anew, because several people play, or as they were brought; null before the start */
  dealt: "anew" | "given" | null;
}

/** A table as its receiver sees it, except for the position. */
export interface TableInfo {
  id: string;
  game: string;
  players: number;
  options: Record<string, boolean>;
  status: "open" | "playing" | "over" | "frozen" | "closed";
  /** why a frozen table cannot continue: a code */
  frozen: string | null;
  watch: "anyone" | "nobody";
  listed: boolean;
  show_known: boolean;
  order: "lot" | "eldest" | "seated" | "random";
  clock: Clock | null;
  /** who may chat */
  chat: "players" | "anyone" | "nobody";
  seats: SeatInfo[];
  /** whether you made this table */
  host: boolean;
  /** the host's seat */
  host_seat: number | null;
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
  /** whether hints may be asked for: all have agreed, or you play against bots only */
  hints: boolean;
  /** where the game began, if somebody brought a position */
  position: Begun | null;
  /** what is taught here, if this is a lesson */
  lesson: LessonInfo | null;
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

/** A shared position, as the seat that shared it knew it. */
export interface Position {
  game: string;
  players: number;
  seat: number;
  turn: number | null;
  moves: number;
  view: View;
  /** what was built, oldest first */
  effects: Effect[];
}

/** Who you are to this server: only whether it knows you. */
export interface Me {
  known: boolean;
  protocol: number;
  version: string;
  /** this server can be reached from its own machine only */
  local: boolean;
  /** this browser had another identity before, which can be restored */
  before: boolean;
}

/** Where others on the same network reach this server; null: nowhere. */
export interface Lan {
  base: string | null;
}

/** Moves you to another device, once. */
export interface Link {
  code: string;
  link: string | null;
  /** milliseconds since 1970 */
  expires: number;
}

/** Whose identity a code would give this device. */
export interface LinkOwner {
  /** under which they last took a seat; empty if they have none */
  name: string;
  /** how many they have, 50 at most */
  tables: number;
  /** that is you already */
  yours: boolean;
}

/** A table in a list; the first few unfinished ones include who sits there and the score. */
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
  /** by seat, once the game has started, for its players */
  scores?: number[];
  your_turn?: boolean;
  /** the host's seat; this and the next come with names */
  host_seat?: number | null;
  clock?: Clock | null;
  options?: Record<string, boolean>;
  show_known?: boolean;
  hints?: boolean;
  /** by seat; null where a person sits, or nobody */
  bots?: (string | null)[];
  /** your seats */
  mine?: number[];
  /** you have left the running game, and may come back */
  left?: boolean;
  /** whether the game began from a position that somebody brought */
  position?: boolean;
}

export interface Tables {
  tables: TableLine[];
}

/** A finished game in the list of one of its players, with its `scores`. */
export interface FinishedGame {
  id: string;
  game: string;
  players: number;
  status: string;
  open_seats: number;
  created: number;
  updated: number;
  /** by seat; empty where nobody sits, or has no name */
  names?: string[];
  /** by seat, once the game has started, for its players */
  scores?: number[];
  your_turn?: boolean;
  /** the host's seat; this and the next come with names */
  host_seat?: number | null;
  clock?: Clock | null;
  options?: Record<string, boolean>;
  show_known?: boolean;
  hints?: boolean;
  /** by seat; null where a person sits, or nobody */
  bots?: (string | null)[];
  /** your seats */
  mine?: number[];
  /** you have left the running game, and may come back */
  left?: boolean;
  /** whether the game began from a position that somebody brought */
  position?: boolean;
  winners: number[];
  /** what opens the replay */
  replay: string | null;
}

export interface MyGames {
  games: FinishedGame[];
  /** asks for the next page; null on the last one */
  next: string | null;
}

/** How a game against one kind of bot went. */
export interface BotResult {
  /** when it ended, milliseconds since 1970 */
  at: number;
  game: string;
  bot: string;
  /** of the win: 1, less if it was shared, 0 */
  share: number;
}

export interface BotResults {
  results: BotResult[];
}

/** What each game is played with: everything that a client draws from. */
export interface Games {
  games: Record<string, Components>;
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
  seats: Counts[];
  time: number[];
}

export interface ReplayStep {
  n: number;
  seat?: number | null;
  move?: MoveText | null;
  /** the move as a value */
  fields?: MoveFields | null;
  chance?: string | null;
  effects: Effect[];
  patch: ([(string | number)[], JsonValue] | [(string | number)[]])[];
}

/** A game that is over, with all hands open. */
export interface Replay {
  table: TableInfo;
  record: string;
  view: OpenView;
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
  view: OpenView;
  steps: ReplayStep[];
}

/** What speaks for a move: a code, and the values that belong to it. */
export interface Reason {
  code: string;
  [more: string]: string | number | boolean | string[] | number[] | null;
}

/** A move that could have been played instead, or was. */
export interface Option {
  move: MoveText;
  fields: MoveFields;
  effects: Effect[];
  /** what it loses against the best one */
  lost: number;
}

/** One move of a likely continuation. */
export interface LikelyMove {
  seat: number;
  move: MoveText;
  fields: MoveFields;
  effects: Effect[];
}

/** A decision, judged by what its seat could know. Reviews by earlier versions lack what costly ones have in addition. */
export interface Decision {
  /** which move of the game it is, from 1 */
  number: number;
  seat: number;
  move: MoveText;
  /** the move as a value; not in reviews by earlier versions */
  fields?: MoveFields | null;
  /** how many moves there were */
  legal: number;
  /** share of a win after it */
  win_share: number;
  error: number;
  /** the best move that was found, which may be the one played */
  best: MoveText;
  best_fields?: MoveFields | null;
  /** what it would have done, if it is another one */
  best_effects?: Effect[];
  /** what speaks for it but not for the one played, most important first */
  reasons?: Reason[];
  /** what the move played lost against it; 0 if that may be noise */
  lost: number;
  /** whether it lost something */
  clear: boolean;
  /** by seat: what the chance after it gave or took; null if there was none */
  luck?: number[] | null;
  /** of the costliest decisions: what could have been played */
  options?: Option[];
  /** of the costliest: what would likely follow the best move */
  continuation?: LikelyMove[];
}

/** Where the game turned for a seat: by its own move, or by the chance that followed a move. */
export interface TurningPoint {
  number: number;
  seat: number;
  /** `fortune` in reviews by earlier versions only */
  kind: "slip" | "luck" | "fortune";
  size: number;
}

/** As `nyhavn analyse --json` gives it. */
export interface Analysis {
  game: string;
  players: number;
  options: Record<string, boolean>;
  names: string[];
  budget: string;
  bot: string | null;
  seed: number;
  decisions: Decision[];
  turning_points: TurningPoint[];
  lost: number[];
  over: boolean;
  winners: number[];
}

/** How far a review is; when all is done, what it found, and the game to step through. */
export interface Review {
  review: string;
  /** steps of the work that are done */
  done: number;
  /** how many there are, about */
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
  part: string;
  /** how much of it is done, 0 to 1 */
  share: number;
  /** estimated time left */
  seconds: number;
}

/** How far the games are, while the server says `preparing`. */
export interface PreparationInfo {
  /** whether the rules of all games are ready */
  playable: boolean;
  steps: PreparationStep[];
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
  /** of these, those that cover a cell and gain something: points, coats, completed lines */
  gains: Record<string, [number, number, string]>;
  /**
   * of these, those after which the seat has to decide again in the same turn: the phases that follow, up to one in
   * which it can place a tile or `end` its turn
   */
  then: Record<string, string[]>;
  /**
   * by colour, what the seat has that counts for tiles of it: cards or dice as letters, and bonuses; only where it has
   * something
   */
  means: Partial<Record<"R" | "Y" | "G" | "B" | "P" | "W", [string, number]>>;
  /** a single cell as a tile that can be placed, if it can be now (dice game); its move is in `moves` */
  single: TileChoice | null;
  tiles: TileChoice[];
}

export interface Subscribe {
  since?: number | null;
  seat?: number | null;
  /** whether every position is wanted as a picture too, for a client that cannot draw the game */
  picture?: boolean;
  /** whether to send choices as patches to earlier ones */
  patches?: boolean;
}

/** One thing at a time: exactly one of the fields beside `id`. */
export interface Message {
  id: string;
  subscribe?: Subscribe | null;
  move?: string | null;
  moves?: string[] | null;
  undo?: "step" | "turn" | true | null;
  takeback?: "ask" | "grant" | "refuse" | "withdraw" | null;
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
  position?: true | null;
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

/** A finished turn that can still be undone if all others agree. */
export interface Takeback {
  /** whose turn it was */
  seat: number;
  /** whether its player has asked for that */
  asked: boolean;
  /** the seats that are still to agree */
  awaited: number[];
}

export interface CreateEvent {
  /** milliseconds since 1970 */
  at: number;
  kind: "create";
}

export interface SitEvent {
  /** milliseconds since 1970 */
  at: number;
  seat: number;
  kind: "sit";
  name: string;
  /** the bot that sat down */
  bot?: string | null;
}

export interface LeaveEvent {
  /** milliseconds since 1970 */
  at: number;
  seat: number;
  kind: "leave";
}

export interface StartEvent {
  /** milliseconds since 1970 */
  at: number;
  kind: "start";
  /** for each seat, which one it was before */
  order: number[];
  /** the version of the rules */
  rules: string;
  /** SHA-256 of the seed */
  commitment: string | null;
  /** where the game began, if somebody brought a position */
  position?: Begun | null;
}

/** A lesson moves on to a step. */
export interface StepEvent {
  /** milliseconds since 1970 */
  at: number;
  kind: "step";
  step: number;
  commitment: string | null;
}

export interface MoveEvent {
  /** milliseconds since 1970 */
  at: number;
  seat: number;
  move: MoveText;
  /** the move as a value */
  fields: MoveFields;
  kind: "move";
}

/** Cards or dice; what they did is in the effects. */
export interface ChanceEvent {
  /** milliseconds since 1970 */
  at: number;
  kind: "chance";
  /** as records write it; missing where it is another seat's secret */
  chance?: string | null;
}

/** Your move that waits to be confirmed. */
export interface HoldEvent {
  /** milliseconds since 1970 */
  at: number;
  seat: number;
  move: MoveText;
  /** the move as a value */
  fields: MoveFields;
  kind: "hold";
}

export interface UndoEvent {
  /** milliseconds since 1970 */
  at: number;
  seat: number;
  kind: "undo";
  /** how many were undone */
  moves: number;
}

/** Somebody asks to undo a turn that is over, or answers. If all agree, an undo follows. */
export interface TakebackEvent {
  /** milliseconds since 1970 */
  at: number;
  seat: number;
  kind: "takeback";
  what: "ask" | "grant" | "refuse" | "withdraw";
}

/** Whether a seat confirms its turns from now on. */
export interface ConfirmingEvent {
  /** milliseconds since 1970 */
  at: number;
  seat: number;
  kind: "confirming";
  on: boolean;
}

export interface ChatEvent {
  /** milliseconds since 1970 */
  at: number;
  kind: "chat";
  /** null: a spectator */
  seat: number | null;
  text?: string | null;
  /** one of the phrases, in place of a text */
  phrase?: string | null;
}

/** Who may chat from now on. */
export interface ChattingEvent {
  /** milliseconds since 1970 */
  at: number;
  kind: "chatting";
  who: "players" | "anyone" | "nobody";
}

export interface StandinEvent {
  /** milliseconds since 1970 */
  at: number;
  seat: number;
  kind: "standin";
  bot: string;
  why: "absent" | "left" | "time";
}

/** A bot gave no move: another one plays. */
export interface FailedEvent {
  /** milliseconds since 1970 */
  at: number;
  seat: number;
  kind: "failed";
  bot: string;
  why: "time" | "error";
  /** the bot that plays */
  plays: string;
  /** whether it plays the rest of the game too */
  rest: boolean;
}

export interface BackEvent {
  /** milliseconds since 1970 */
  at: number;
  seat: number;
  kind: "back";
}

/** Time that a seat was given because nobody could play. */
export interface ClockEvent {
  /** milliseconds since 1970 */
  at: number;
  seat: number;
  kind: "clock";
  /** milliseconds */
  granted: number;
}

export interface ForfeitEvent {
  /** milliseconds since 1970 */
  at: number;
  seat: number;
  kind: "forfeit";
}

export interface OverEvent {
  /** milliseconds since 1970 */
  at: number;
  kind: "over";
  result: Result;
  seed?: string | null;
}

export interface RematchEvent {
  /** milliseconds since 1970 */
  at: number;
  kind: "rematch";
  table: string;
}

export interface CloseEvent {
  /** milliseconds since 1970 */
  at: number;
  kind: "close";
}

/**
 * Something happened. `patch` brings the last view to the present one: each part is a path with the new value, or a
 * path alone where something is gone. Events that belong together come one after the other and the last has it.
 */
export interface EventMessage {
  n: number;
  event: LoggedEvent;
  effects?: Effect[];
  patch?: ([(string | number)[], JsonValue] | [(string | number)[]])[];
  /** your move that waits to be confirmed */
  held?: MoveText | null;
  /** how many moves you can undo now */
  undo?: number;
  /** the last turn, if it can be undone */
  takeback?: Takeback | null;
  /** the whole view instead of a patch, when the game starts */
  view?: View | null;
  choices?: Choices | null;
  /** what changed in the choices, if patches are wanted */
  choices_patch?: ([(string | number)[], JsonValue] | [(string | number)[]])[];
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
  view: View | null;
  /** your move that waits to be confirmed */
  held: MoveText | null;
  /** how many moves you can undo now */
  undo: number;
  /** the last turn, if it can be undone */
  takeback: Takeback | null;
  choices: Choices | null;
  clock: ClockState | null;
  /** the position as SVG, if pictures are wanted; null before the start */
  picture?: string | null;
}

/** The answer to `subscribe` where much is missing: the first of it. Subscribe again, since `n`. */
export interface Page {
  ack: string;
  /** number of the last entry sent */
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
  /** share of a win after it, from playouts; null if there is no other move */
  share: number | null;
  effects: Effect[];
  /** the weightiest first */
  reasons: Reason[];
}

/** The answer to `hint`, best first. */
export interface Ideas {
  ack: string;
  n: number;
  ideas: Idea[];
}

/** The answer to `position`. */
export interface PositionLine {
  ack: string;
  n: number;
  /** what your seat knows of the position, as a line of text */
  position: string;
}

/** Not done, and nothing was changed. */
export interface Refused {
  /** the message's id; null if it could not be read */
  refused: string | null;
  code: string;
  details?: Record<string, string | number | boolean | string[] | number[] | null>;
  sentence: string;
}

export interface Presence {
  /** by seat: somebody is there */
  presence: boolean[];
  watchers: number;
}
