// A turn in the making: nothing is picked up, every move is played as it stands.

import { NO_GAIN } from "../../lib/placement/placement";
import { Play as AnyPlay } from "../../lib/table/play.svelte";
import { type Offered, everyMove } from "./moves";

export class Play extends AnyPlay {
  /** Every move with its kind. */
  get listed(): Offered[] {
    return this.live && this.choices ? everyMove(this.choices, this.components) : [];
  }

  protected override isOffered(move: string): boolean {
    return this.listed.some(({ text }) => text === move);
  }

  gainAt() {
    return NO_GAIN;
  }

  check(): void {
    this.forgetIdeas();
    this.checkPlanned();
  }

  reset(): void {
    this.planned = null;
    this.drop();
  }

  get busy(): boolean {
    return this.planned !== null;
  }

  protected override layOut(): void {
    // An idea is told, and there is nothing to lay it out on.
  }
}
