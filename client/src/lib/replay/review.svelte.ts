// A game being reviewed: asked for, waited for, and then looked at decision by decision.

import { Refusal, api } from "../net/api";
import type { Analysis, Decision, NewReview, Review, TurningPoint } from "../net/protocol";

const PATIENCE = 500;
/** What passes by itself: the server starts again, or has much to do. */
const PASSING = ["offline", "store", "busy", "waiting", "slow down", "http 502", "http 503", "http 504"];

/** The chances of a seat over the game: the number of a move, and the share of a win after it. */
export type Curve = [number: number, share: number][];

export class ReviewRequest {
  review = $state.raw<Review>();
  problem = $state.raw<Refusal>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private gone = false;

  async start(wanted: NewReview): Promise<void> {
    let name = "";
    await this.attempt(async () => void (name = (await api.newReview(wanted)).review), () => this.start(wanted));
    if (name) await this.open(name);
  }

  /** Looks again and again until all is done, also while the server is away. */
  async open(name: string): Promise<void> {
    const again = () => this.open(name);
    await this.attempt(async () => {
      this.review = await api.review(name);
      if (!this.review.analysis) this.later(again);
    }, again);
  }

  /** Whether it came to an end without a judgement, and has to be asked for again. */
  get failed(): boolean {
    return this.problem?.code === "review failed";
  }

  /** Whether what is wrong passes by itself, and it is asked again. */
  get isPassing(): boolean {
    return this.problem !== undefined && PASSING.includes(this.problem.code);
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

  /** The decision if something was clearly better, and by so much that whole percents tell it. */
  mistake(number: number): Decision | undefined {
    const one = this.decision(number);
    return one?.clear && one.best !== one.move && Math.round(100 * one.lost) > 0 ? one : undefined;
  }

  /** The decisions that cost a seat most, the costliest first. */
  slips(seat: number): Decision[] {
    const own = this.turns("slip", seat).map(({ number }) => this.mistake(number));
    return own.filter((one) => one !== undefined).sort((one, other) => other.lost - one.lost);
  }

  /** What chance gave a seat or took from it, the largest first. */
  lucks(seat: number): TurningPoint[] {
    return this.turns("luck", seat).sort((one, other) => Math.abs(other.size) - Math.abs(one.size));
  }

  private turns(kind: TurningPoint["kind"], seat: number): TurningPoint[] {
    return (this.analysis?.turning_points ?? []).filter((one) => one.kind === kind && one.seat === seat);
  }

  get curves(): Curve[] {
    return this.analysis ? curvesOf(this.analysis) : [];
  }

  private later(work: () => Promise<void>): void {
    if (!this.gone) this.timer = setTimeout(() => void work(), PATIENCE);
  }

  private async attempt(work: () => Promise<void>, again: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.problem = undefined;
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      this.problem = why;
      if (this.isPassing) this.later(again);
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

/** Where a curve begins and where it ends, for people who cannot see it. */
export function courseOf(curve: Curve): [first: number, last: number] | null {
  const [first, last] = [curve[0], curve.at(-1)];
  return first && last ? [first[1], last[1]] : null;
}
