// A table as this player sees it now: filled by the connection, read by the pages. Other players' moves are shown one
// after the other, at this player's pace.

import type { Piece } from "../../art";
import type { GameClient, GameParts } from "../../games/game";
import { Refusal, liveAddress } from "../net/api";
import { Connection, type Link, type Socket } from "../net/connection";
import { type Changes, NO_CHANGES, pieceOf, withEffects } from "./changes";
import { effectsNamed } from "./effects";
import { applied } from "../net/patch";
import type { Choices, ClockState, Effect, EventMessage, Idea, Ideas, LoggedEvent, Message, ReplayStep, SeatInfo, Subscribed, TableInfo, Takeback, View } from "../net/protocol";
import type { Move } from "./moves";
import * as memory from "../device/table-memory";
import { settings } from "../device/settings.svelte";
import { t } from "../words/words.svelte";

/** A line of the log: an entry, and what it did. */
export interface Line {
  n: number;
  at: number;
  kind: LoggedEvent["kind"];
  seat: number | null;
  /** As it stands in the log; replays have moves only. */
  event: LoggedEvent | null;
  /** The move, if it is one. */
  move?: Move;
  effects: Effect[];
}

const SHOWN = ["move", "sit", "leave", "standin", "failed", "back", "forfeit", "start", "over", "undo", "takeback"];
/** Milliseconds after a move of others, and after a brief one, before the next is shown: the setting `pace`. It is time to
 * read, not to watch something move: those who want no motion have it too. */
const PAUSES = { slow: [2600, 1200], normal: [1300, 500], fast: [500, 200], none: [0, 0] } as const;
const REPLAY_STEP = 1500;
const LONGEST_WAIT = 1000;

/** The move that an entry of the log is. */
export const playedMove = ({ move, fields }: Partial<Pick<ReplayStep, "move" | "fields">>): Move | undefined =>
  move != null && fields != null ? { move, fields } : undefined;

/** Whether somebody sits at another seat already: one person, however many names. */
export const twin = ({ seat, person, yours }: SeatInfo): boolean => !yours && person !== null && person !== seat;

/** The table after a move of somebody else. */
export interface Step {
  line: Line;
  /** Null if the move was made while I was away: what it did is shown in the present position. */
  view: View | null;
  pieces: Record<number, Piece[]>;
  changes: Changes;
}

export class Table {
  info = $state.raw<TableInfo | null>(null);
  private now = $state.raw<View | null>(null);
  /** What others did since my last move, and which of it is shown instead of the present. */
  steps = $state.raw<Step[]>([]);
  stepAt = $state<number | null>(null);
  private replaying: ReturnType<typeof setInterval> | undefined;
  /** The position as the server draws it, where the client cannot. */
  picture = $state.raw<string | null>(null);
  choices = $state.raw<Choices | null>(null);
  clock = $state.raw<ClockState | null>(null);
  held = $state<string | null>(null);
  undo = $state(0);
  /** The last turn, if it can be taken back. */
  takeback = $state.raw<Takeback | null>(null);
  link = $state<Link>("connecting");
  /** Why the server does not show this table. */
  closed = $state.raw<Refusal | null>(null);
  presence = $state.raw<boolean[]>([]);
  watchers = $state(0);
  lines = $state.raw<Line[]>([]);
  chat = $state.raw<Line[]>([]);
  private piecesNow = $state.raw<Record<number, Piece[]>>({});
  private changesNow = $state.raw<Changes>(NO_CHANGES);
  refusal = $state.raw<Refusal | null>(null);
  /** Whom this browser does not want to hear here: persons by their first seat, null for spectators. */
  muted = $state.raw<(number | null)[]>([]);
  /** The last line of the chat that was on the screen, here or before, by its number. */
  private chatRead = $state(0);
  /** How many messages the server has not answered yet. */
  unsent = $state(0);
  /** My move that waits to be confirmed, with what it would do. */
  heldLine = $state.raw<Line | null>(null);
  /** The number of the last log entry at my last move: what came later is new to me. */
  seen = $state(0);
  /** The seat through whose eyes we look; null: a spectator. */
  seat = $state<number | null>(null);
  /** The seat that a spectator has in front. */
  watched = $state(0);

  /** What the game brings to its pages; there before any of them is shown. */
  parts!: GameParts;
  private ahead = 0;
  private moving = false;
  /** The last entry that is on the screen, and those who wait for one. */
  private latest = 0;
  private awaited: [n: number, done: () => void][] = [];
  /** Who had to decide last, as the entries tell it. */
  private deciding = 0;
  private queue: EventMessage[] = [];
  private pauseUntil = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly connection: Connection;

  constructor(
    readonly id: string,
    seat: number | null,
    readonly game: GameClient,
    open?: (url: string) => Socket,
  ) {
    this.seat = seat;
    this.chatRead = memory.read.of(id);
    this.muted = memory.muted.of(id);
    this.connection = new Connection(
      liveAddress(id),
      seat,
      {
        link: (state) => (this.link = state),
        refused: (why) => (this.closed = why),
        page: (events) => this.takeIn(events),
        subscribed: (message) => this.subscribed(message),
        event: (message) => this.receive(message),
        presence: ({ presence, watchers }) => {
          this.presence = presence;
          this.watchers = watchers;
        },
        clock: (ahead) => (this.ahead = ahead),
      },
      open,
      game.pictures,
    );
  }

  private get shownStep(): Step | null {
    return this.stepAt === null ? null : (this.steps[this.stepAt] ?? null);
  }

  /** Whether something that was is shown, at which nothing can be done. */
  get shownSince(): boolean {
    return this.stepAt !== null;
  }

  /** The position that is shown: the present one, or one since my last move. */
  get view(): View | null {
    return this.shownStep?.view ?? this.now;
  }

  get pieces(): Record<number, Piece[]> {
    return this.shownStep?.view ? this.shownStep.pieces : this.piecesNow;
  }

  get changes(): Changes {
    return this.shownStep?.changes ?? this.changesNow;
  }

  /** Cells that others have covered since my last move, by seat. */
  get glowing(): Record<number, string[]> {
    return this.steps.reduce((all, { line }) => withEffects(all, line.effects), NO_CHANGES).cells;
  }

  /** My seats at this table. */
  get mine(): number[] {
    return this.info?.seats.filter((seat) => seat.yours).map((seat) => seat.seat) ?? [];
  }

  get myTurn(): boolean {
    return this.seat !== null && this.now?.turn === this.seat && this.info?.status === "playing";
  }

  /** Whether a bot plays for me, from which I can take my seat back. */
  get substituted(): boolean {
    const mine = this.seat === null ? undefined : this.info?.seats[this.seat];
    return this.info?.status === "playing" && mine !== undefined && mine.standin !== null && !mine.forfeited;
  }

  /** Whether I can ask to take back the turn that I have just ended. */
  get canAskBack(): boolean {
    return this.takeback !== null && !this.takeback.asked && this.mine.includes(this.takeback.seat);
  }

  /** Whether somebody else would have to agree to that. */
  get backIsAsked(): boolean {
    return this.info?.seats.some((seat) => seat.kind === "person" && !seat.yours && !seat.standin && !seat.left) === true;
  }

  /** Whether somebody waits for me to let them take their turn back. */
  get askedBack(): boolean {
    return this.seat !== null && this.takeback?.awaited.includes(this.seat) === true;
  }

  name(seat: number): string {
    return this.info?.seats[seat]?.name || t("player", { n: seat + 1 });
  }

  /** "You", or the name of somebody else. */
  who(seat: number): string {
    return seat === this.seat ? t("you") : this.name(seat);
  }

  /** Who speaks from a seat, or from none. */
  private speaker = (seat: number | null): number | null => (seat === null ? null : (this.info?.seats[seat]?.person ?? seat));

  isMuted = (seat: number | null): boolean => this.muted.includes(this.speaker(seat));

  /** Mutes somebody in this browser, or hears them again; nobody else is told. */
  mute(seat: number | null, on: boolean): void {
    const who = this.speaker(seat);
    this.muted = [...this.muted.filter((one) => one !== who), ...(on ? [who] : [])];
    memory.muted.keep(this.id, this.muted);
  }

  /** The chat without people who are muted. */
  get heard(): Line[] {
    return this.chat.filter(({ seat }) => !this.isMuted(seat));
  }

  /** How many lines of others nobody has read here. */
  get unread(): number {
    return this.heard.filter(({ n, seat }) => n > this.chatRead && (seat === null || !this.mine.includes(seat))).length;
  }

  /** The chat is on the screen. */
  readChat(): void {
    const last = this.chat.at(-1)?.n ?? 0;
    if (last <= this.chatRead) return;
    this.chatRead = last;
    memory.read.keep(this.id, last);
  }

  /** Milliseconds a seat has left at this moment. */
  timeLeft(seat: number, now: number): number | null {
    const clock = this.clock;
    const left = clock?.left[seat];
    if (!clock || left === undefined) return null;
    return clock.running === seat ? Math.max(0, left - (now + this.ahead - clock.at)) : left;
  }

  /** Looks through the eyes of another seat; what one seat sees is gone first, unless nothing is hidden (`open`). */
  lookAs(seat: number | null, open = false): void {
    if (seat === this.seat) return;
    this.flush();
    this.seat = seat;
    this.forgetSteps();
    if (!open) this.now = this.picture = null;
    this.choices = null;
    this.connection.lookAs(seat);
  }

  /** Sends something to do. What is refused is told in `refusal`; gives whether it was done. */
  async send(body: Omit<Message, "id" | "subscribe">): Promise<boolean> {
    const moves = body.move !== undefined || body.moves !== undefined;
    if (moves && this.moving) return false; // a second tap while the first is on its way
    this.moving ||= moves;
    this.flush();
    this.present();
    this.refusal = null;
    const sent = this.connection.send(body);
    this.unsent = this.connection.unanswered;
    try {
      await this.shown((await sent).n);
      return true;
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      this.refusal = why;
      return false;
    } finally {
      if (moves) this.moving = false;
      this.unsent = this.connection.unanswered;
    }
  }

  /** Until an entry is on the screen: what somebody sent leaves their hand when it lies on the table. */
  private shown(n: number): Promise<void> {
    if (n <= this.latest) return Promise.resolve();
    return new Promise((done) => {
      this.awaited.push([n, done]);
      setTimeout(done, LONGEST_WAIT); // not everything that is written down is told to everybody
    });
  }

  private note(n: number): void {
    this.latest = Math.max(this.latest, n);
    for (const [wanted, done] of this.awaited) if (wanted <= n) done();
    this.awaited = this.awaited.filter(([wanted]) => wanted > n);
  }

  /** Asks for ideas; none if they are refused, which is told in `refusal`. */
  async ask(): Promise<Idea[]> {
    this.refusal = null;
    try {
      return ((await this.connection.send({ hint: true })) as Ideas).ideas;
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      this.refusal = why;
      return [];
    }
  }

  retry(): void {
    this.connection.retry();
  }

  close(): void {
    clearTimeout(this.timer);
    this.stop();
    this.connection.close();
  }

  /** Shows at once what is still to be shown. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.queue.length) this.apply(this.queue.shift()!);
  }

  /** Entries that were missed are there at once; players can step through them. */
  private takeIn(events: EventMessage[]): void {
    this.flush();
    for (const event of events) {
      this.keep(event);
      if (this.seat !== null) this.keepStep(event, null);
    }
  }

  private subscribed(message: Subscribed): void {
    this.takeIn(message.events);
    this.info = message.table;
    this.now = message.view;
    this.picture = message.picture ?? null;
    this.choices = message.choices;
    this.clock = message.clock;
    this.held = message.held;
    this.undo = message.undo;
    this.takeback = message.takeback;
    this.changesNow = NO_CHANGES;
    this.note(message.n);
  }

  private receive(message: EventMessage): void {
    this.queue.push(message);
    if (this.timer === undefined) this.next();
  }

  /** Shows what waits. Between the moves of others there is a pause; what chance adds to a move belongs to it. */
  private next(): void {
    this.timer = undefined;
    while (this.queue[0]) {
      const { event } = this.queue[0];
      const others = event.kind === "move" && event.seat !== this.seat;
      const wait = others ? this.pauseUntil - Date.now() : 0;
      if (wait > 0) {
        this.timer = setTimeout(() => this.next(), wait);
        return;
      }
      this.apply(this.queue.shift()!);
      const brief = event.kind === "move" && this.game.isBrief(event.fields);
      if (others) this.pauseUntil = Date.now() + PAUSES[settings.pace][brief ? 1 : 0];
    }
  }

  private apply(message: EventMessage): void {
    this.keep(message);
    if (message.view) this.now = message.view;
    else if (message.patch?.length && this.now) this.now = applied(this.now, message.patch);
    if (message.picture) this.picture = message.picture;
    if (message.table) this.info = message.table;
    if (message.clock !== undefined) this.clock = message.clock;
    if (message.choices !== undefined) this.choices = message.choices;
    else if (message.choices_patch?.length && this.choices) this.choices = applied(this.choices, message.choices_patch);
    const more = message as EventMessage & { undo?: number; held?: string | null };
    if (more.undo !== undefined) this.undo = more.undo;
    if (message.takeback !== undefined) this.takeback = message.takeback;
    if (more.held !== undefined) this.held = more.held;
    this.note(message.n);
    this.keepStep(message, this.now);
  }

  /** Remembers each move of others, and the position after it, to be stepped through until my next move. */
  private keepStep({ n, event }: EventMessage, view: View | null): void {
    const line = this.lines.findLast((one) => one.n === n);
    const last = this.steps.at(-1);
    const now = { view, pieces: this.piecesNow, changes: this.changesNow };
    const mine = event.kind === "move" && event.seat === this.seat && !(event.fields && this.game.isBrief(event.fields));
    if (mine || event.kind === "undo" || event.kind === "start" || event.kind === "step") this.forgetSteps();
    else if (event.kind === "move" && event.seat !== this.seat && line) this.steps = [...this.steps, { line, ...now }];
    else if (event.kind === "chance" && last) this.steps = [...this.steps.slice(0, -1), { ...last, ...now, view: view ?? last.view }];
  }

  private forgetSteps(): void {
    this.stop();
    this.steps = [];
    this.stepAt = null;
  }

  /** One step back or on in what happened since my last move; on from the last is the present. */
  step(by: 1 | -1): void {
    this.stop();
    this.go(by);
  }

  private go(by: 1 | -1): void {
    if (!this.steps.length || (this.stepAt === null && by > 0)) return;
    const at = Math.max(0, (this.stepAt ?? this.steps.length) + by);
    this.stepAt = at < this.steps.length ? at : null;
  }

  /** Shows what happened since my last move once more, one after the other. */
  replay(): void {
    this.stop();
    this.stepAt = this.steps.length ? 0 : null;
    this.replaying = setInterval(() => (this.go(1), this.stepAt === null && this.stop()), REPLAY_STEP);
  }

  /** Back to the present. */
  present(): void {
    this.stop();
    this.stepAt = null;
  }

  private stop(): void {
    clearInterval(this.replaying);
  }

  /** Remembers what happened, for the log, the outlines of tiles and the screen. */
  private keep({ n, event, effects = [] }: EventMessage): void {
    const seat = "seat" in event ? event.seat : null;
    const line: Line = { n, at: event.at, kind: event.kind, seat, event, move: event.kind === "move" || event.kind === "hold" ? event : undefined, effects };
    const begins = event.kind === "start" || event.kind === "step";
    if (event.kind === "step") this.lines = [];
    if (begins) this.piecesNow = {};
    if (event.kind === "hold") this.heldLine = line;
    if (event.kind === "chat") this.chat = [...this.chat, line];
    if (event.kind === "undo") this.drop(event.moves);
    const next = effectsNamed(effects, "turn").at(-1)?.seat;
    this.deciding = next ?? (event.kind === "undo" && line.seat !== null ? line.seat : this.deciding);
    const chance = line.effects.map(({ effect }) => this.game.loggedChance[effect]).filter(Boolean);
    if (chance.includes("the decider's")) line.seat = this.deciding;
    const told = this.game.chanceTexts === true && event.kind === "chance" && event.chance != null;
    if (SHOWN.includes(event.kind) || chance.length || told) this.lines = [...this.lines, line];
    if (event.kind === "move" && line.seat === this.seat) this.seen = n;
    this.changesNow = begins ? NO_CHANGES : withEffects(line.kind === "move" ? NO_CHANGES : this.changesNow, line.effects);
    if (event.kind !== "move" && !begins) return;
    for (const one of effectsNamed(effects, "cover"))
      this.piecesNow = { ...this.piecesNow, [one.seat]: [...(this.piecesNow[one.seat] ?? []), pieceOf(one)] };
  }

  /** Moves that were taken back leave the log, and their tiles the houses. */
  private drop(moves: number): void {
    for (let left = moves; left > 0; left--) {
      const last = this.lines.findLast((line) => line.kind === "move");
      if (!last) return;
      this.lines = this.lines.filter((line) => line !== last);
      for (const { seat } of effectsNamed(last.effects, "cover"))
        this.piecesNow = { ...this.piecesNow, [seat]: (this.piecesNow[seat] ?? []).slice(0, -1) };
    }
  }
}
