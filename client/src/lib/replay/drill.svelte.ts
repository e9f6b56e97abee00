// Learning from one's mistakes: each costly decision once more. Somebody chooses, is told what that is worth, and goes on.

import type { Decision, Option } from "../net/protocol";

/** A loss that whole percents do not tell is none. */
export const isGood = ({ lost }: Option): boolean => Math.round(100 * lost) < 1;

export class Drill {
  at = $state(0);
  chosen = $state<Option | null>(null);
  judged = $state(false);
  found = $state(0);

  constructor(readonly decisions: readonly Decision[]) {}

  get decision(): Decision | undefined {
    return this.decisions[this.at];
  }

  get over(): boolean {
    return this.at >= this.decisions.length;
  }

  choose(option: Option): void {
    if (!this.judged) this.chosen = option;
  }

  check(): void {
    if (!this.chosen || this.judged) return;
    this.judged = true;
    if (isGood(this.chosen)) this.found += 1;
  }

  next(): void {
    this.at += 1;
    this.chosen = null;
    this.judged = false;
  }

  restart(): void {
    this.at = this.found = 0;
    this.chosen = null;
    this.judged = false;
  }
}
