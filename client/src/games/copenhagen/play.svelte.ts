// A turn in the making: what is picked up, selected and planned. Every move that it sends was offered.

import { tileOf } from "../../lib/net/components";
import { type Point, nearestCell } from "../../lib/placement/cells";
import * as placement from "../../lib/placement/placement";
import { Play as AnyPlay } from "../../lib/table/play.svelte";
import { LETTERS, letters } from "../../lib/words/colours";
import { exactly, goingOn, nextDocks, takesOf } from "./takes";
import type { Components, View } from "./view";

export class Play extends AnyPlay<Components> {
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
    return takesOf(this.moves);
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

  /** A tap on a dock. The tap that leaves nothing to choose takes the cards. */
  pickDock(dock: number): void {
    if (!this.moves.length) return;
    this.drop();
    if (this.docks.includes(dock)) this.docks = this.docks.filter((one) => one !== dock);
    else if (this.selectable.includes(dock)) this.docks = [...this.docks, dock].sort((a, b) => a - b);
    else this.docks = this.takes.some((take) => take.docks.includes(dock)) ? [dock] : [];
    const take = this.take;
    if (take && !this.twofold && this.offers.length === 1 && !this.costly(take.move)) void this.takeCards(take.move, true);
  }

  /** A take that uses an ability up is asked for, never done by a tap in passing. */
  private costly(move: string): boolean {
    return Boolean(this.components.uses[move]?.length);
  }

  async takeCards(move: string, end: boolean): Promise<void> {
    this.docks = [];
    if (this.twofold && end) {
      if (await this.table.send({ moves: [move, "end"] })) return;
      this.endAfterDiscard = this.table.refusal?.code === "discard first";
      if (!this.endAfterDiscard) return;
    }
    await this.table.send({ move });
  }

  // Laying down

  get discards(): string[] {
    return this.moves.filter((move) => move.startsWith("discard "));
  }

  /** How many cards must go. */
  get excess(): number {
    return (this.discards[0]?.length ?? "discard ".length) - "discard ".length;
  }

  layDown(index: number): void {
    if (this.laid.includes(index)) this.laid = this.laid.filter((one) => one !== index);
    else this.laid = [...this.laid, index].slice(-this.excess);
  }

  get discard(): string | undefined {
    const cards = letters(this.view?.hand);
    const chosen = this.laid.map((index) => cards[index] as string);
    const text = LETTERS.flatMap((letter) => chosen.filter((card) => card === letter)).join("");
    return this.discards.find((move) => move === `discard ${text}`);
  }

  async discardCards(): Promise<void> {
    const move = this.discard;
    if (!move) return;
    const end = this.endAfterDiscard;
    this.laid = [];
    this.endAfterDiscard = false;
    if (end && (await this.table.send({ moves: [move, "end"] }))) return;
    await this.table.send({ move });
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
    const left = [...(this.payment?.pay.replace("-", "") ?? "")];
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

  get coats(): string[] {
    return this.moves.filter((move) => move.startsWith("coat "));
  }

  get specialCells(): string[] {
    return this.offered("coat special");
  }

  /** A tap on the house while a coat action is due: a special tile to the nearest cell that takes one. */
  tapSpecial(point: Point): void {
    const cell = nearestCell(this.specialCells, point);
    if (cell) void this.play(`coat special ${cell}`);
  }

  override gainAt(cell: string): placement.Gain {
    return this.brings(`coat special ${cell}`);
  }

  protected override layOut(move: string): void {
    super.layOut(move);
    const [verb, what = ""] = move.split(" ");
    if (verb === "take") this.docks = this.takes.find((take) => take.move === move)?.docks ?? [];
    if (verb !== "discard") return;
    const left = [...what];
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
  }

  override reset(): void {
    this.docks = [];
    this.laid = [];
    this.drop();
  }

  override get busy(): boolean {
    return this.held !== null || this.docks.length > 0 || this.laid.length > 0;
  }

  override get anchors(): string[] {
    return this.specialCells.length && !this.held ? this.specialCells : super.anchors;
  }
}
