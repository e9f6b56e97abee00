// A turn in the making, whichever game: the piece that is picked up, and where it would lie. Every move that it sends
// was offered, and none is sent by a tap alone: what is chosen is shown, and a button plays it, or it waits some seconds
// in which it can be undone (the setting `moves`).

import { cellName, type Point } from "../placement/cells";
import { type Components, tileOf } from "../net/components";
import { type Tile, type Turn, turned } from "../placement/tiles";
import * as placement from "../placement/placement";
import type { Choices, Idea, MoveFields, Payment, ShapeChoice, TileChoice } from "../net/protocol";
import { type Move, type OfKind, listedMoves, ofKind } from "./moves";
import { settings } from "../device/settings.svelte";
import type { Table } from "./table.svelte";

/** Milliseconds in which a move can be undone before it is sent, for players who want that. */
export const GRACE = 3000;

/** `F` are the moves of the game. */
export abstract class Play<C extends Components = Components, F extends MoveFields = MoveFields> {
  held = $state<placement.Held | null>(null);
  payIndex = $state(0);
  /** A move that was chosen as it stands, and waits for the button that plays it. */
  planned = $state.raw<Move | null>(null);
  /** When the move is sent that can still be undone; null: there is none. */
  due = $state<number | null>(null);
  private decideGrace: ((send: boolean) => void) | null = null;
  /** Ideas that were asked for, and which of them is shown. */
  ideas = $state.raw<Idea[]>([]);
  private ideaAt = $state(0);

  constructor(
    readonly table: Table,
    readonly components: C,
  ) {}

  get choices(): Choices | null {
    return this.table.held === null && !this.table.shownSince ? this.table.choices : null;
  }

  /** Whether what is chosen can be played now, and not only planned. */
  get live(): boolean {
    return this.choices !== null && !this.choices.plan && this.table.myTurn;
  }

  get moves(): Move<F>[] {
    return this.live && this.choices ? (listedMoves(this.choices) as Move<F>[]) : [];
  }

  get phase(): string {
    return this.live ? (this.choices?.phase ?? "") : "";
  }

  /** The seat in front: mine, or the one that a spectator watches. */
  get seat(): number {
    return this.table.seat ?? this.table.watched;
  }

  /** The others, from my left on. */
  get others(): number[] {
    const players = this.table.view?.players ?? 1;
    return Array.from({ length: players - 1 }, (_, step) => (this.seat + 1 + step) % players);
  }

  /** The moves of a kind. */
  offered<K extends F["kind"]>(kind: K): Move<OfKind<F, K>>[] {
    return ofKind<F, K>(this.moves, kind);
  }

  protected isOffered(move: string): boolean {
    return this.moves.some((one) => one.move === move);
  }

  // The piece in the hand

  get tile(): Tile | undefined {
    return this.held ? tileOf(this.components, this.held.tile) : undefined;
  }

  get choice(): TileChoice | undefined {
    return this.held ? placement.choiceOf(this.choices, this.held.tile) : undefined;
  }

  get reason(): placement.Reason {
    return this.held ? placement.reasonAt(this.choice, this.held.shape, this.held.anchor) : "outside";
  }

  /** Whether what the piece costs is what it lacks, wherever it is put. */
  get beyondMeans(): boolean {
    return this.held !== null && placement.isBeyondMeans(this.choice);
  }

  /** What there is that counts for the tile in the hand: letters, bonuses. */
  get means(): [letters: string, bonuses: number] {
    return (this.tile && this.choices?.means[this.tile.colour]) ?? ["", 0];
  }

  get ways(): Payment[] {
    return this.held ? placement.sorted(placement.payments(this.choice, this.held)) : [];
  }

  get payment(): Payment | undefined {
    return this.ways[this.payIndex] ?? this.ways[0];
  }

  get gain(): placement.Gain {
    return this.held && this.reason === "legal" ? placement.gainOf(this.choice, this.held) : placement.NO_GAIN;
  }

  /** What a move that covers a cell brings, as it stands in the list. */
  protected brings(one: Move | undefined): placement.Gain {
    const [points, coats, lines] = (one && this.choices?.gains[one.move]) ?? [0, 0, ""];
    return { points, coats, lines };
  }

  /** What a cell brings that can be covered by itself, without a piece in the hand. */
  abstract gainAt(cell: string): placement.Gain;

  /** Where the piece is to be drawn, also where it sticks out of the house. */
  get lying(): Point[] {
    return this.held && this.tile ? placement.lying(this.tile, this.held) : [];
  }

  get cells(): number[] {
    if (!this.held || this.held.anchor === null || !this.tile) return [];
    return placement.cellsAt(this.tile, this.held.shape, this.held.anchor) ?? [];
  }

  /** The brick's or X's cell in the held shape, as a number of its cells. */
  get brick(): number | null {
    return this.held ? (this.tile?.shapes[this.held.shape]?.marks[this.held.mark] ?? null) : null;
  }

  /** The cells to be shown as possible. */
  get anchors(): string[] {
    if (!this.held || !this.tile) return [];
    return [...placement.reach(this.tile, this.choice)].map(cellName);
  }

  drop(): void {
    this.hold(null);
  }

  protected hold(held: placement.Held | null): void {
    this.held = held;
    this.planned = null;
    this.payIndex = 0;
  }

  turn(way: Turn): void {
    if (!this.held || !this.tile) return;
    const pose = turned(this.tile, this.held, way);
    if (!placement.shapeOf(this.choice, pose.shape)) return;
    this.hold(placement.settle(this.tile, this.choice, this.held, pose));
  }

  /** A tap on the house: to the nearest legal place. */
  tap(point: Point): void {
    if (!this.held || !this.tile) return;
    const place = placement.nearest(this.tile, this.tapped, this.held, point);
    if (place) this.hold(place);
    else this.dragTo({ x: point.x - 0.5, y: point.y - 0.5 });
  }

  /** What a tap may turn the piece into. */
  protected get tapped(): TileChoice | undefined {
    return this.choice;
  }

  /** Puts the piece somewhere, allowed or not. */
  put(anchor: number | null, outside?: Point): void {
    const { held } = this;
    // A drag asks for every pixel: what depends on the place is worked out again only if it is another one.
    if (!held || (held.anchor === anchor && held.outside?.x === outside?.x && held.outside?.y === outside?.y)) return;
    this.held = this.placed({ ...held, anchor, outside });
  }

  /** How a piece lies at its place. */
  protected placed(held: placement.Held): placement.Held {
    return held;
  }

  move(direction: placement.Direction): void {
    if (this.held) this.put(placement.step(this.choice, this.held.shape, this.held.anchor, direction));
  }

  /** Where a piece that is dragged with its lower left corner over a point lies. */
  dragTo(corner: Point): void {
    if (!this.held || !this.tile) return;
    const { anchor, outside } = placement.under(this.tile, this.choice, this.held.shape, corner);
    this.put(anchor, outside);
  }

  /** The move that lays the piece where it is; undefined where that is not offered. */
  get placeMove(): string | undefined {
    if (!this.live || !this.held || !this.tile || !this.payment || this.reason !== "legal") return undefined;
    return placement.moveText(this.components.placing, this.tile, this.held, this.payment);
  }

  /** Lays the piece. It stays where it is until the server has put it there. */
  async place(): Promise<void> {
    const move = this.placeMove;
    if (move && (await this.submit({ move }))) this.drop();
  }

  /** Chooses a move that is offered as it stands: it is shown, and `playPlanned` plays it. */
  propose(one: Move | undefined): void {
    if (!one || !this.isOffered(one.move)) return;
    this.reset();
    this.planned = one;
    if (settings.moves === "grace") void this.playPlanned();
  }

  async playPlanned(): Promise<void> {
    const { planned } = this;
    if (planned && (await this.submit({ move: planned.move })) && this.planned === planned) this.planned = null;
  }

  /** Plays a move that is offered as it stands, for a button that has told all of it. */
  async play(one: { move: string } | undefined): Promise<void> {
    if (one && this.isOffered(one.move) && (await this.submit({ move: one.move }))) this.reset();
  }

  /** The cell that a move covers which was chosen as it stands. */
  get plannedCell(): string | undefined {
    const fields = this.planned?.fields;
    return fields && "cell" in fields ? fields.cell : undefined;
  }

  /** Lets go of a move that was chosen and is not offered any more. */
  protected checkPlanned(): void {
    if (this.planned && !this.isOffered(this.planned.move)) this.planned = null;
  }

  // Sending

  /** Sends a move, after its time of grace where that is wanted; gives whether it was done. */
  protected async submit(body: { move: string } | { moves: string[] }): Promise<boolean> {
    if (this.due !== null) return false;
    if (settings.moves === "grace" && !(await this.grace())) return false;
    return this.table.send(body);
  }

  private grace(): Promise<boolean> {
    this.due = Date.now() + GRACE;
    return new Promise((done) => {
      const timer = setTimeout(() => this.decideGrace?.(true), GRACE);
      this.decideGrace = (send) => {
        clearTimeout(timer);
        this.due = this.decideGrace = null;
        done(send);
      };
    });
  }

  /** Ends the time of grace: the move is sent now, or not at all. */
  endGrace(send: boolean): void {
    this.decideGrace?.(send);
  }

  // Ideas

  get idea(): Idea | undefined {
    return this.ideas[this.ideaAt];
  }

  /** Whether ideas can be had now. */
  get canAsk(): boolean {
    return this.live && this.table.info?.hints === true && !this.ideas.length;
  }

  /** Asks for ideas, and shows the best one. */
  async ask(): Promise<void> {
    const last = () => this.table.lines.at(-1)?.n;
    const asked = last();
    const ideas = await this.table.ask();
    if (last() !== asked) return; // they are about a position that is gone
    this.ideas = ideas;
    this.showIdea(0);
  }

  /** Lays an idea out on the table, to be looked at and played, or not. */
  showIdea(number: number): void {
    this.reset();
    this.ideaAt = this.ideas.length ? number % this.ideas.length : 0;
    if (this.idea) this.layOut(this.idea.fields as F);
  }

  nextIdea(): void {
    this.showIdea(this.ideaAt + 1);
  }

  forgetIdeas(): void {
    this.ideas = [];
  }

  /** The idea that is to be told: not while another piece is in the hand, or elsewhere. */
  get toldIdea(): Idea | undefined {
    return this.held && this.placeMove !== this.idea?.move ? undefined : this.idea;
  }

  /** Puts the piece back that is in the hand, and with an idea all of it. */
  cancel(): void {
    this.endGrace(false);
    if (this.held && !this.idea) return this.drop();
    this.forgetIdeas();
    this.reset();
  }

  /** Picks up and puts down what a move would; what cannot be laid out is only told. */
  protected layOut(move: F): void {
    if (!("anchor" in move)) return;
    const { tile, anchor, shape, mark, pay } = move;
    const place = placement.shapeOf(placement.choiceOf(this.choices, tile), shape);
    if (!place) return;
    this.takeUp({ tile, anchor, shape, mark }, place);
    const way = this.ways.findIndex((one) => one.pay === pay);
    if (way < 0) return this.drop();
    this.payIndex = way;
  }

  protected takeUp(held: placement.Held, _: ShapeChoice): void {
    this.held = held;
  }

  /** Lets go of what the present choices do not offer any more. */
  abstract check(): void;

  /** Puts everything back that was picked up or selected. */
  abstract reset(): void;

  /** Whether there is something to put back. */
  abstract get busy(): boolean;
}
