// Going through a replay: where we are, step by step or by itself.

import { type Frame, turnFrom } from "./frames";

export const SPEEDS = [0.5, 1, 2, 4] as const;
const PAUSE = 1400;

export class Replayer {
  at = $state(0);
  speed = $state<number>(1);
  playing = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly frames: Frame[]) {}

  get last(): number {
    return this.frames.length - 1;
  }

  get frame(): Frame {
    return this.frames[this.at]!;
  }

  /** Goes to a frame, or to the last one there is. */
  go(frame: number): void {
    this.at = Math.max(0, Math.min(this.last, frame));
    if (this.playing) this.wait();
  }

  turn(way: -1 | 1): void {
    this.go(turnFrom(this.frames, this.at, way));
  }

  /** Plays or pauses; at the end it begins again. */
  toggle(): void {
    if (this.playing) return this.stop();
    if (this.at === this.last) this.at = 0;
    this.playing = true;
    this.wait();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    if (this.playing) this.wait();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.playing = false;
  }

  /** What a key does; gives whether it did anything. */
  key(key: string): boolean {
    const doing: Record<string, () => void> = {
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1),
      PageUp: () => this.turn(-1),
      PageDown: () => this.turn(1),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      " ": () => this.toggle(),
    };
    doing[key]?.();
    return key in doing;
  }

  private wait(): void {
    clearTimeout(this.timer);
    if (this.at === this.last) return this.stop();
    this.timer = setTimeout(() => this.go(this.at + 1), PAUSE / this.speed);
  }
}
