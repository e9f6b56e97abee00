// Gentle sounds, made on the spot; silent until somebody asks for them.

import type { Effect } from "../net/protocol";
import { settings } from "./settings.svelte";

export type Sound = "card" | "tile" | "row" | "turn";

/** A note: hertz, and when it begins, in seconds. */
type Note = [pitch: number, at: number];
const NOTES: Record<Sound, { notes: Note[]; length: number; wave: OscillatorType; loud: number }> = {
  card: { notes: [[1250, 0]], length: 0.05, wave: "triangle", loud: 0.05 },
  tile: { notes: [[196, 0], [147, 0.03]], length: 0.16, wave: "sine", loud: 0.2 },
  row: { notes: [[523, 0], [659, 0.09], [784, 0.18]], length: 0.45, wave: "sine", loud: 0.12 },
  turn: { notes: [[587, 0], [880, 0.14]], length: 0.6, wave: "sine", loud: 0.1 },
};

/** What a move sounds like: the greatest thing that happened in it; `sounds` are those of the game's own effects. */
export function soundOf(effects: Effect[], sounds: Readonly<Record<string, Sound>>): Sound | null {
  const happened = (name: string) => effects.some(({ effect }) => effect === name);
  if (happened("line")) return "row";
  if (happened("cover")) return "tile";
  return Object.entries(sounds).find(([name]) => happened(name))?.[1] ?? null;
}

let context: AudioContext | undefined;

/** Plays a sound, if this player wants any. */
export function sound(which: Sound): void {
  if (!settings.sound || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  // Browsers stay silent until the page has been touched: what would come late is not played at all.
  if (context.state === "suspended") {
    void context.resume();
    if (!navigator.userActivation?.hasBeenActive) return;
  }
  const { notes, length, wave, loud } = NOTES[which];
  for (const [pitch, at] of notes) {
    const start = context.currentTime + 0.01 + at;
    const tone = new OscillatorNode(context, { type: wave, frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(loud, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
