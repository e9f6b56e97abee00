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

const COATS = ["coat special", "coat ability", "coat refresh", "coat decline"] as const;

export class Play extends AnyPlay<Components, CopenhagenMove> {
  docks = $state<number[]>([]);
  /** Places of the hand that are to be laid down. */
  laid = $state<number[]>([]);
  /** After laying down too many cards the turn ends, if that was asked for when they were taken. */
  private endAfterDiscard = false;

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

  private get canBuildAfter(): boolean {
    return this.mine?.abilities.both === "active";
  }

  /** Whether a take may be followed by a build, so that both are to be offered. */
  get twofold(): boolean {
    return this.phase === "action" && this.canBuildAfter;
  }

  get mine() {
    return this.table.seat === null ? undefined : this.view?.seats[this.table.seat];
  }

  /** A tap on a dock. With a time of grace, the tap that leaves nothing to choose takes the cards. */
  pickDock(dock: number): void {
    if (!this.moves.length) return;
    this.drop();
    if (this.docks.includes(dock)) this.docks = this.docks.filter((one) => one !== dock);
    else if (this.selectable.includes(dock)) this.docks = [...this.docks, dock].sort((a, b) => a - b);
    else this.docks = this.takes.some(({ fields }) => fields.docks.includes(dock)) ? [dock] : [];
    const take = this.take;
    if (settings.moves === "grace" && take && !this.twofold && this.offers.length === 1 && !this.costly(take)) void this.takeCards(take, true);
  }

  /** A take that uses an ability up is asked for, never done by a tap in passing. */
  private costly({ move }: Take): boolean {
    return Boolean(this.components.uses[move]?.length);
  }

  async takeCards({ move }: Take, end: boolean): Promise<void> {
    const both = this.twofold && end;
    const done = await this.submit(both ? { moves: [move, "end"] } : { move });
    this.docks = [];
    this.endAfterDiscard = !done && both && this.table.refusal?.code === "discard first";
    if (this.endAfterDiscard) await this.table.send({ move });
  }

  // Laying down

  get discards(): Move<CopenhagenDiscard>[] {
    return this.offered("discard");
  }

  /** How many cards must go. */
  get excess(): number {
    return this.discards[0]?.fields.cards.length ?? 0;
  }

  layDown(index: number): void {
    if (this.laid.includes(index)) this.laid = this.laid.filter((one) => one !== index);
    else this.laid = [...this.laid, index].slice(-this.excess);
  }

  get discard(): Move<CopenhagenDiscard> | undefined {
    const cards = letters(this.view?.hand);
    const chosen = this.laid.map((index) => cards[index] as string);
    const text = LETTERS.flatMap((letter) => chosen.filter((card) => card === letter)).join("");
    return this.discards.find(({ fields }) => fields.cards === text);
  }

  async discardCards(): Promise<void> {
    const move = this.discard?.move;
    if (!move) return;
    const end = this.endAfterDiscard;
    this.endAfterDiscard = false;
    if (await this.submit(end ? { moves: [move, "end"] } : { move })) this.laid = [];
    else if (end && this.table.refusal) await this.table.send({ move });
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
      this.laid = [...this.laid, index];
    });
  }

  /** Lets go of what the present choices do not offer any more. */
  check(): void {
    this.forgetIdeas();
    if (this.held && !this.canPick(this.held.tile)) this.drop();
    if (this.docks.length && !this.offers.length) this.docks = [];
    if (this.laid.length && !this.discards.length) this.laid = [];
    this.checkPlanned();
  }

  override reset(): void {
    this.docks = [];
    this.laid = [];
    this.drop();
  }

  override get busy(): boolean {
    return this.held !== null || this.planned !== null || this.docks.length > 0 || this.laid.length > 0;
  }

  override get anchors(): string[] {
    return this.specialCells.length && !this.held ? this.specialCells : super.anchors;
  }
}
