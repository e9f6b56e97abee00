// A turn in the making: dice and tracks selected, a tile or a single cell picked up, its X.

import { settings } from "../../lib/device/settings.svelte";
import { tileOf } from "../../lib/net/components";
import type { Payment, RollAndWriteMove, ShapeChoice, TileChoice } from "../../lib/net/protocol";
import { type Point, cellIndex, cellName, nearestCell } from "../../lib/placement/cells";
import * as placement from "../../lib/placement/placement";
import type { Tile } from "../../lib/placement/tiles";
import type { Move } from "../../lib/table/moves";
import { Play as AnyPlay } from "../../lib/table/play.svelte";
import { counted, holds, placesOf } from "./dice";
import { bestMark, canFlip, firstPose, narrowed, takeOf, turnsOf } from "./tiles";
import { trackOf } from "./tracks";
import { type Components, TRACKS, type TrackName, type View } from "./view";

export class Play extends AnyPlay<Components, RollAndWriteMove> {
  /** Places of dice that are selected to be rolled again or turned. */
  chosen = $state<number[]>([]);
  /** Tracks that are selected to be marked in somebody else's turn. */
  picked = $state<TrackName[]>([]);
  private taking = $state<ShapeChoice["take"]>("open");
  /** Which copy of the tile was picked up. */
  private copy = $state(0);
  /** Whether the player has put the X somewhere; until then it goes where it costs least. */
  private crossFixed = false;

  get view(): View | null {
    return this.table.view as View | null;
  }

  get mine() {
    return this.view?.seats[this.seat];
  }

  get sheet() {
    return this.mine?.sheet ?? {};
  }

  get dice(): string {
    return this.view?.dice ?? "";
  }

  // Dice: rolling again, turning to another face

  private faces(places: number[]): string {
    return places.toSorted((a, b) => a - b).map((place) => this.dice[place]).join("");
  }

  /** The dice of every reroll and change that is offered. */
  private get groups(): string[] {
    return [...this.offered("reroll"), ...this.offered("change")].map(({ fields }) => fields.dice);
  }

  get selectable(): number[] {
    if (this.held) return this.holdsSingle ? [] : this.exchangeable;
    if (this.phase === "mark") return this.places.filter((place) => this.markable.includes(trackOf(this.dice[place]!)!));
    const groups = this.groups;
    const fits = (place: number) => groups.some((group) => holds(group, this.faces([...this.chosen, place])));
    return this.places.filter((place) => this.chosen.includes(place) || fits(place));
  }

  private get places(): number[] {
    return [...this.dice].map((_, place) => place);
  }

  get rerollMove(): Move | undefined {
    const dice = this.faces(this.chosen);
    return this.offered("reroll").find(({ fields }) => fields.dice === dice);
  }

  /** The moves that turn the selected dice to another face. */
  get changes() {
    const dice = this.faces(this.chosen);
    return this.offered("change").filter(({ fields }) => fields.dice === dice);
  }

  /** A tap on a die: with a tile in the hand another way to pay, else it is selected. */
  pickDie(place: number): void {
    if (!this.dice[place]) return;
    this.planned = null;
    if (this.held) return this.exchange(place);
    if (this.phase === "mark") {
      const track = trackOf(this.dice[place]);
      return track && this.pickTrack(track);
    }
    if (this.chosen.includes(place)) this.chosen = this.chosen.filter((one) => one !== place);
    else if (this.selectable.includes(place)) this.chosen = [...this.chosen, place];
    else if (this.groups.some((group) => group.includes(this.dice[place]!))) this.chosen = [place];
  }

  /** The dice that are raised: selected, or used for the tile in the hand. */
  get raised(): number[] {
    return this.held ? this.paying : this.chosen;
  }

  get paying(): number[] {
    return placesOf(this.dice, this.payment?.letters ?? "");
  }

  // Paying

  /** The ways to pay do not depend on the place. Dice go before bonuses. */
  override get ways(): Payment[] {
    const ways = this.held ? (this.choice?.payments ?? []) : [];
    return ways.toSorted((a, b) => a.letters.length + a.bonuses - b.letters.length - b.bonuses || a.bonuses - b.bonuses);
  }

  /** The way to pay that has one more or one fewer of a face than the present one. */
  private wayWithout(place: number): number {
    const face = this.dice[place]!;
    const count = (way: Payment | undefined) => counted(way?.letters ?? "").get(face) ?? 0;
    const wanted = count(this.payment) + (this.paying.includes(place) ? -1 : 1);
    return this.ways.findIndex((way) => count(way) === wanted);
  }

  private get exchangeable(): number[] {
    return this.places.filter((place) => this.wayWithout(place) >= 0);
  }

  private exchange(place: number): void {
    const way = this.wayWithout(place);
    if (way >= 0) this.payIndex = way;
  }

  // Tile and single cell

  /** Whether a single cell is in the hand. */
  get holdsSingle(): boolean {
    return this.held?.tile === this.components.single.tile;
  }

  override get tile(): Tile | undefined {
    return this.holdsSingle ? this.components.single : super.tile;
  }

  override get choice(): TileChoice | undefined {
    if (this.holdsSingle) return (this.live && this.choices?.single) || undefined;
    const choice = super.choice;
    return choice && narrowed(choice, this.taking);
  }

  /** A tap turns a tile, but never over: its mirror image can be another tile. */
  protected override get tapped(): TileChoice | undefined {
    const { choice, tile, held } = this;
    if (!choice || !tile || !held) return choice;
    const turns = turnsOf(tile, held.shape);
    return { ...choice, shapes: choice.shapes.filter(({ shape }) => turns.includes(shape)) };
  }

  get singles() {
    return this.offered("single");
  }

  /** Whether the tile in the hand is crossed out and costs a yellow star. */
  get again(): boolean {
    return this.held !== null && this.taking === "again";
  }

  /** Abilities whose stars the piece in the hand would use up. */
  get spent(): string[] {
    if (!this.held) return [];
    const { again, single, unmarked } = this.components.uses;
    return [...(this.again ? [again] : []), ...(this.holdsSingle ? [single] : []), ...(this.held.mark < 0 ? [unmarked] : [])];
  }

  get gone(): boolean {
    return this.held !== null && this.taking === "gone";
  }

  /** The copy of the tile in the hand: the one that would be crossed out, else the one that was picked up. */
  get heldCopy(): number {
    const { held } = this;
    const choice = held ? placement.choiceOf(this.choices, held.tile) : undefined;
    const told = choice?.copies?.[choice.shapes.findIndex(({ shape }) => shape === held?.shape)] ?? -1;
    return told < 0 ? this.copy : told;
  }

  get flippable(): boolean {
    return this.held !== null && this.tile !== undefined && canFlip(this.tile, this.choice, this.held.shape);
  }

  pickTile(name: string, copy: number): void {
    const tile = tileOf(this.components, name);
    const choice = placement.choiceOf(this.choices, name);
    if (!tile || !choice) return this.drop();
    const take = takeOf(tile, choice, copy);
    const wanted = this.faces(this.chosen);
    this.reset();
    this.taking = take;
    this.copy = copy;
    this.crossFixed = false;
    this.hold({ tile: name, anchor: null, ...firstPose(tile, narrowed(choice, take), copy) });
    // A player who has selected dice means to use them.
    const way = this.ways.findIndex(({ letters }) => letters === wanted);
    if (way >= 0) this.payIndex = way;
  }

  pickSingle(): void {
    if (this.holdsSingle) return this.drop();
    if (!this.singles.length) return;
    this.reset();
    this.taking = "open";
    this.hold({ tile: this.components.single.tile, anchor: null, shape: 0, mark: 0 });
  }

  protected override hold(held: placement.Held | null): void {
    const kept = held && held.tile === this.held?.tile ? this.payIndex : 0;
    super.hold(held && this.crossed(held));
    this.payIndex = kept;
  }

  protected override placed(held: placement.Held): placement.Held {
    return this.crossed(held);
  }

  override get placeMove(): string | undefined {
    if (!this.holdsSingle) return super.placeMove;
    if (this.held?.anchor == null) return undefined;
    const [cell, crossed] = [cellName(this.held.anchor), this.held.mark >= 0];
    return this.singles.find(({ fields }) => fields.cell === cell && fields.crossed === crossed)?.move;
  }

  // The X

  private crossed(held: placement.Held): placement.Held {
    if (this.crossFixed || held.anchor === null || held.mark < 0) return held;
    return { ...held, mark: bestMark(this.choice, held.shape, held.anchor, held.mark) };
  }

  get canOmitCross(): boolean {
    return this.held !== null && (this.choice?.without_mark ?? false);
  }

  private cross(mark: number): void {
    if (!this.held) return;
    this.crossFixed = true;
    this.held = { ...this.held, mark };
  }

  /** Moves the X to the next cell of the piece, or to the one before. */
  moveCross(step = 1): void {
    const marks = this.tile?.shapes[this.held?.shape ?? 0]?.marks.length ?? 0;
    if (this.held && marks) this.cross((Math.max(this.held.mark, 0) + step + marks) % marks);
  }

  toggleCross(): void {
    if (this.held && (this.held.mark < 0 || this.canOmitCross)) this.cross(this.held.mark < 0 ? 0 : -1);
  }

  /** A tap on the sheet: on the piece it moves the X there, elsewhere the piece. */
  tapSheet(point: Point, cell: string): void {
    if (!this.held) return this.tapWindow(point);
    const index = this.cells.indexOf(cellIndex(cell));
    const mark = this.reason === "legal" && index >= 0 ? (this.tile?.shapes[this.held.shape]?.marks.indexOf(index) ?? -1) : -1;
    if (mark >= 0 && this.tile?.size !== 1) this.cross(mark);
    else this.tap(point);
  }

  // Coats of arms, tracks

  get windows(): string[] {
    return this.offered("coat window").map(({ fields }) => fields.cell);
  }

  private window(cell: string | undefined) {
    return this.offered("coat window").find(({ fields }) => fields.cell === cell);
  }

  private tapWindow(point: Point): void {
    this.propose(this.window(nearestCell(this.windows, point)));
  }

  override gainAt(cell: string): placement.Gain {
    return this.brings(this.window(cell));
  }

  override get anchors(): string[] {
    return this.held ? super.anchors : this.windows;
  }

  /** How many boxes of a track are marked each time that it is picked. */
  get boxesEach(): number {
    const { phase, components } = this;
    return phase in components.boxes ? components.boxes[phase as keyof typeof components.boxes] : 0;
  }

  private get marks() {
    return this.offered("mark").filter(({ fields }) => fields.tracks.length > 0);
  }

  /** The move that marks nothing. */
  get markNone(): Move | undefined {
    return this.offered("mark").find(({ fields }) => !fields.tracks.length);
  }

  /** How many boxes can be marked at most, in somebody else's turn. */
  get mostMarks(): number {
    return Math.max(0, ...this.marks.map(({ fields }) => fields.tracks.length));
  }

  /** The moves that mark one track only. */
  private get trackMoves() {
    return [...this.offered("start"), ...this.offered("coat track")];
  }

  private marking(tracks: TrackName[]) {
    return this.marks.filter(({ fields }) => holds(fields.tracks, tracks));
  }

  /** Tracks that can be picked now. */
  get markable(): TrackName[] {
    const single = this.trackMoves.map(({ fields }) => fields.track);
    return TRACKS.filter((track) => single.includes(track) || this.marking([...this.picked, track]).length > 0);
  }

  /** The move that marks the picked tracks, whatever they are marked for. */
  get markMove(): Move | undefined {
    const { picked } = this;
    if (this.trackMoves.length) return this.trackMoves.find(({ fields }) => fields.track === picked[0]);
    return picked.length ? this.marking(picked).find(({ fields }) => fields.tracks.length === picked.length) : undefined;
  }

  /** A tap on a track. With a time of grace, the one that leaves nothing to choose plays. */
  pickTrack(track: TrackName): void {
    const single = this.trackMoves.length > 0;
    this.planned = null;
    if (single) this.picked = this.picked[0] === track || !this.markable.includes(track) ? [] : [track];
    else if (this.markable.includes(track)) this.picked = [...this.picked, track];
    else if (this.picked.includes(track)) this.picked = this.picked.filter((one) => one !== track);
    else if (this.marking([track]).length) this.picked = [track];
    const move = this.markMove;
    if (settings.moves === "grace" && move && (single || !this.markable.length)) void this.play(move);
  }

  // Housekeeping

  override get busy(): boolean {
    return this.held !== null || this.planned !== null || this.chosen.length > 0 || this.picked.length > 0;
  }

  override reset(): void {
    this.chosen = [];
    this.picked = [];
    this.drop();
  }

  private before = "";

  protected override layOut(move: RollAndWriteMove): void {
    super.layOut(move);
    if (move.kind === "reroll" || move.kind === "change") this.chosen = placesOf(this.dice, move.dice);
    if (move.kind === "mark") this.picked = move.tracks as TrackName[];
    if (move.kind === "single") {
      this.pickSingle();
      this.crossFixed = true;
      if (this.held) this.held = { ...this.held, anchor: cellIndex(move.cell), mark: move.crossed ? 0 : -1 };
    }
  }

  protected override takeUp(held: placement.Held, shape: ShapeChoice): void {
    this.taking = shape.take;
    this.crossFixed = true;
    super.takeUp(held, shape);
  }

  /** Lets go of what the present choices do not offer any more. */
  check(): void {
    this.forgetIdeas();
    if (this.held && !this.choice) this.drop();
    if (this.dice !== this.before || !this.groups.length) this.chosen = [];
    this.before = this.dice;
    if (this.picked.length && !this.markMove && !this.marking(this.picked).length) this.picked = [];
    this.checkPlanned();
  }
}
