// Dragging a piece: it floats clear of the finger, and what counts is where its shadow lies on the house.

import type { Drawing } from "../../art";
import { type Point, cellName } from "./cells";
import type { Play } from "../table/play.svelte";

export type Wall = Drawing;

const SLACK = 6;
/** How far above the finger a piece floats; a mouse pointer hides nothing. */
const CLEAR = 36;

export class Drag {
  /** Whether something is dragged; where it is changes with every pixel, and only what floats there follows that. */
  active = $state(false);
  private at = $state<Point | null>(null);
  /** Whether a finger drags, which hides what is under it. */
  touch = $state(false);
  private start: Point | null = null;
  private pick: (() => void) | null = null;
  /** A click follows the end of a drag, and means nothing. */
  private dragged = false;

  constructor(
    private readonly play: Play,
    private readonly wall: () => Wall | undefined,
  ) {}

  get size(): { width: number; height: number } {
    const cells = this.play.held ? (this.play.tile?.shapes[this.play.held.shape]?.cells ?? []) : [];
    return { width: Math.max(0, ...cells.map(([x]) => x + 1)), height: Math.max(0, ...cells.map(([, y]) => y + 1)) };
  }

  get cell(): number {
    return this.wall()?.cellSize() ?? 40;
  }

  /** The upper left corner of the floating piece on the screen. */
  get corner(): Point | null {
    if (!this.at) return null;
    const { width, height } = this.size;
    const y = this.at.y - (this.touch ? height * this.cell + CLEAR : (height * this.cell) / 2);
    return { x: this.at.x - (width * this.cell) / 2, y };
  }

  /** A pointer goes down on a piece; `pick` takes it up if it is moved. */
  grab(event: PointerEvent, pick: (() => void) | null): void {
    if (event.button !== 0) return;
    this.start = { x: event.clientX, y: event.clientY };
    this.pick = pick;
    this.touch = event.pointerType !== "mouse";
    this.dragged = false;
    // Touch pointers belong to what they went down on; the house must see them too.
    (event.target as Element).releasePointerCapture?.(event.pointerId);
  }

  move(event: PointerEvent): void {
    if (!this.start) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.at) {
      if (Math.hypot(now.x - this.start.x, now.y - this.start.y) < SLACK) return;
      this.pick?.();
      if (!this.play.held) return this.end();
      this.dragged = true;
      this.active = true;
    }
    this.at = now;
    const wall = this.wall();
    const corner = this.corner;
    if (!wall || !corner) return;
    this.play.dragTo(wall.locate(corner.x, corner.y + this.size.height * this.cell));
  }

  end(): void {
    this.start = null;
    this.at = null;
    this.active = false;
    this.pick = null;
  }

  /** A piece that was picked by a key goes to its first place, and the focus with it. */
  byKey(): void {
    if (!this.play.held || !document.activeElement?.matches(":focus-visible")) return;
    if (this.play.held.anchor === null) this.play.move("up");
    const cell = this.play.cells[0];
    if (cell !== undefined) this.wall()?.focusCell(cellName(cell));
  }

  /** Whether a click just ended a drag; asking forgets it. */
  swallowsClick(): boolean {
    const { dragged } = this;
    this.dragged = false;
    return dragged;
  }
}
