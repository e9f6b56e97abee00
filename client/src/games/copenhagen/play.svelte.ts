// A turn in the making: what is picked up, selected and planned. Every move that it sends was offered.

import { tileOf } from "../../lib/net/components";
import type { CopenhagenDiscard, CopenhagenMove } from "../../lib/net/protocol";
import { type Point, nearestCell } from "../../lib/placement/cells";
import * as placement from "../../lib/placement/placement";
import type { Move } from "../../lib/table/moves";
import { Play as AnyPlay } from "../../lib/table/play.svelte";
import { settings } from "../../lib/device/settings.svelte";
import { LETTERS, letters } from "../../lib/words/colours";
import { type Take, exactly, goingOn, nextDocks } from "./takes";
import type { Components, View } from "./view";

/** The phase in which a seat has taken cards and can build or end its turn. */
const GOING_ON = "after take";
const COATS = ["coat special", "coat ability", "coat refresh", "coat decline"] as const;

export class Play extends AnyPlay<Components, CopenhagenMove> {
  docks = $state<number[]>([]);
  /** Places of the hand that are to be discarded. */
  leaving = $state<number[]>([]);
  /** The turn ends as soon as it can: that was asked for when cards were taken, of which too many have to go first. */
  private ending = false;

  get view(): View | null {
    return this.table.view as View | null;
  }

  // Taking

  get takes() {
    return this.offered("take");
  }

  get selectable(): number[] {
    return nextDocks(this.takes, this.docks);
  }

  get offers() {
    return this.docks.length ? goingOn(this.takes, this.docks) : [];
  }

  get take() {
    return exactly(this.takes, this.docks);
  }

  /** The phases that follow a move in the same turn. */
  private after({ move }: Move): string[] {
    return this.choices?.then[move] ?? [];
  }

  /** Whether a tile can be placed after a take, so that both are to be offered. */
  twofold(take: Take): boolean {
    return this.after(take).includes(GOING_ON);
  }

  /** A tap on a dock. With a time of grace, the tap that leaves nothing to choose takes the cards. */
  pickDock(dock: number): void {
    if (!this.moves.length) return;
    this.drop();
    if (this.docks.includes(dock)) this.docks = this.docks.filter((one) => one !== dock);
    else if (this.selectable.includes(dock)) this.docks = [...this.docks, dock].sort((a, b) => a - b);
    else this.docks = this.takes.some(({ fields }) => fields.docks.includes(dock)) ? [dock] : [];
    const take = this.take;
    if (settings.moves === "grace" && take && !this.twofold(take) && this.offers.length === 1 && !this.costly(take)) void this.takeCards(take, true);
  }

  /** A take that uses an ability up is asked for, never done by a tap in passing. */
  private costly({ move }: Take): boolean {
    return Boolean(this.components.uses[move]?.length);
  }

  async takeCards(take: Take, end: boolean): Promise<void> {
    const ending = end && this.twofold(take);
    const done = await this.submit(this.bodyOf(take, ending));
    this.docks = [];
    this.ending = done && ending;
  }

  /** A move, with the end of the turn where that is wanted and comes next. */
  private bodyOf(one: Move, ending: boolean): { move: string } | { moves: string[] } {
    return ending && this.after(one)[0] === GOING_ON ? { moves: [one.move, "end"] } : { move: one.move };
  }

  // Discarding

  get discards(): Move<CopenhagenDiscard>[] {
    return this.offered("discard");
  }

  /** How many cards must go. */
  get excess(): number {
    return this.discards[0]?.fields.cards.length ?? 0;
  }

  pickDiscard(index: number): void {
    if (this.leaving.includes(index)) this.leaving = this.leaving.filter((one) => one !== index);
    else this.leaving = [...this.leaving, index].slice(-this.excess);
  }

  get discard(): Move<CopenhagenDiscard> | undefined {
    const cards = letters(this.view?.hand);
    const chosen = this.leaving.map((index) => cards[index] as string);
    const text = LETTERS.flatMap((letter) => chosen.filter((card) => card === letter)).join("");
    return this.discards.find(({ fields }) => fields.cards === text);
  }

  async discardCards(): Promise<void> {
    const { discard } = this;
    if (!discard || !(await this.submit(this.bodyOf(discard, this.ending)))) return;
    this.leaving = [];
    this.ending = false;
  }

  // Building

  canPick(tile: string): boolean {
    return placement.choiceOf(this.choices, tile) !== undefined;
  }

  pickTile(name: string): void {
    if (this.held?.tile === name) return this.drop();
    const tile = tileOf(this.components, name);
    const choice = placement.choiceOf(this.choices, name);
    if (!tile || !choice) return this.drop();
    this.docks = [];
    this.hold({ tile: name, anchor: null, ...placement.firstPose(tile, choice) });
  }

  /** Places of the hand whose cards the planned build takes. */
  get paying(): number[] {
    const left = [...(this.payment?.letters ?? "")];
    const found: number[] = [];
    letters(this.view?.hand).forEach((card, index) => {
      const at = left.indexOf(card);
      if (at < 0) return;
      left.splice(at, 1);
      found.push(index);
    });
    return found;
  }

  // Coats of arms

  /** Whether a coat action is due. */
  get coatDue(): boolean {
    return COATS.some((kind) => this.offered(kind).length > 0);
  }

  get specialCells(): string[] {
    return this.offered("coat special").map(({ fields }) => fields.cell);
  }

  private special(cell: string | undefined) {
    return this.offered("coat special").find(({ fields }) => fields.cell === cell);
  }

  /** The move that takes an ability for a coat of arms. */
  abilityMove(name: string) {
    return this.offered("coat ability").find(({ fields }) => fields.ability === name);
  }

  /** A tap on the house while a coat action is due: a special tile to the nearest cell that takes one. */
  tapSpecial(point: Point): void {
    this.propose(this.special(nearestCell(this.specialCells, point)));
  }

  override gainAt(cell: string): placement.Gain {
    return this.brings(this.special(cell));
  }

  protected override layOut(move: CopenhagenMove): void {
    super.layOut(move);
    if (move.kind === "take") this.docks = [...move.docks];
    if (move.kind !== "discard") return;
    const left = [...move.cards];
    letters(this.view?.hand).forEach((card, index) => {
      const at = left.indexOf(card);
      if (at < 0) return;
      left.splice(at, 1);
      this.leaving = [...this.leaving, index];
    });
  }

  /** Lets go of what the present choices do not offer any more. */
  check(): void {
    this.forgetIdeas();
    if (this.held && !this.canPick(this.held.tile)) this.drop();
    if (this.docks.length && !this.offers.length) this.docks = [];
    if (this.leaving.length && !this.discards.length) this.leaving = [];
    this.checkPlanned();
  }

  override reset(): void {
    this.docks = [];
    this.leaving = [];
    this.drop();
  }

  override get busy(): boolean {
    return this.held !== null || this.planned !== null || this.docks.length > 0 || this.leaving.length > 0;
  }

  override get anchors(): string[] {
    return this.specialCells.length && !this.held ? this.specialCells : super.anchors;
  }
}
