// A game being reviewed: asked for, waited for, and then looked at decision by decision.

import { Refusal, api } from "./api";
import type { Analysis, Decision, NewReview, Review } from "./protocol";

const PATIENCE = 1200;

/** The chances of a seat over the game: the number of a move, and the share of a win after it. */
export type Curve = [number: number, share: number][];

export class Reviewing {
  review = $state.raw<Review>();
  problem = $state.raw<Refusal>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private gone = false;

  async start(wanted: NewReview): Promise<void> {
    await this.attempt(async () => this.open((await api.newReview(wanted)).review));
  }

  /** Looks again and again until all is done. */
  async open(name: string): Promise<void> {
    await this.attempt(async () => {
      if (this.gone) return;
      this.review = await api.review(name);
      if (!this.review.analysis) this.timer = setTimeout(() => void this.open(name), PATIENCE);
    });
  }

  stop(): void {
    this.gone = true;
    clearTimeout(this.timer);
  }

  get analysis(): Analysis | null {
    return this.review?.analysis ?? null;
  }

  /** How far it is, from 0 to 1. */
  get progress(): number {
    return this.review?.total ? this.review.done / this.review.total : 0;
  }

  decision(number: number): Decision | undefined {
    return this.analysis?.decisions[number - 1];
  }

  get curves(): Curve[] {
    return this.analysis ? curvesOf(this.analysis) : [];
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      this.problem = why;
    }
  }
}

/** For each seat its share of a win after each of its moves, and at the end what it won. */
export function curvesOf({ players, decisions, over, winners }: Analysis): Curve[] {
  return Array.from({ length: players }, (_, seat) => {
    const own: Curve = decisions.filter((one) => one.seat === seat).map((one) => [one.number, one.win_share]);
    if (over) own.push([decisions.length, winners.includes(seat) ? 1 / winners.length : 0]);
    return own;
  });
}
