// The tracks of a sheet, and what became of their boxes.

import type { IconName, Letter } from "../../art";
import type { Box, Track } from "./art/types";
import { type Components, type Seat, TRACKS, type TrackName, type View } from "./view";

export type TrackComponents = Pick<Components, "tracks" | "track_points">;
/** What tells how the tracks stand. */
export interface TrackView {
  active?: number;
  seats: Omit<Seat, "sheet">[];
  fresh: View["fresh"];
}

export const letterOf = (track: string): Letter => track.charAt(0).toUpperCase() as Letter;
/** The track of a colour; white has none. */
export const trackOf = (letter: string): TrackName | undefined => TRACKS.find((name) => letterOf(name) === letter);
/** The track whose stars an ability uses. */
export const trackFor = (components: Pick<Components, "tracks">, ability: string): TrackName | undefined =>
  TRACKS.find((track) => components.tracks[track].ability === ability);
export const abilityOf = (components: Pick<Components, "tracks">, track: TrackName): IconName => components.tracks[track].ability as IconName;

/**
 * The boxes of a track with what became of them. The sheet tells how many stars and bonuses are left; those that were
 * unlocked first count as used first, those of this turn come last.
 */
export function boxesOf(components: TrackComponents, view: TrackView, seat: number, track: TrackName): { boxes: Box[]; extra: Box[] } {
  const one = view.seats[seat]!;
  const marked = one.tracks[track];
  const own = seat === view.active;
  const { boxes: printed, stars: gifts } = components.tracks[track];
  const boxes = printed.map((kind, index): Box => {
    const what = kind === "bonus" ? "plus" : kind === "star" ? "star" : "";
    return { kind: what, state: index < marked ? "marked" : "open" };
  });
  const extra = Array.from({ length: gifts }, (): Box => ({ kind: "star", state: "marked" }));
  const settle = (kind: "plus" | "star", left: number, fresh: number) => {
    const unlocked = [...extra, ...boxes].filter((box) => box.kind === kind && box.state === "marked");
    const used = unlocked.length - left;
    unlocked.forEach((box, index) => {
      box.state = index < used ? "used" : index < unlocked.length - fresh ? "ready" : "fresh";
    });
  };
  settle("star", one.stars[track], own ? view.fresh.stars[track] : 0);
  settle("plus", one.bonuses[track], own ? view.fresh.bonuses[track] : 0);
  return { boxes, extra };
}

/** The name of an ability, and what it does. */
export interface TrackWords {
  title: (ability: string) => string;
  text: (ability: string) => string;
}

/** The five tracks of a seat as they are drawn. */
export function tracksOf(components: TrackComponents, view: TrackView, seat: number, words: TrackWords): Track[] {
  return TRACKS.map((track) => {
    const ability = abilityOf(components, track);
    return {
      letter: letterOf(track),
      icon: ability,
      title: words.title(ability),
      text: words.text(ability),
      reward: `+${components.track_points}`,
      ...boxesOf(components, view, seat, track),
    };
  });
}

export interface TrackCount {
  letter: Letter;
  marked: number;
  boxes: number;
  /** Unlocked and not used. */
  stars: number;
  bonuses: number;
}

/** The tracks of a seat, counted. */
export function trackCounts(components: TrackComponents, seat: Seat): TrackCount[] {
  return TRACKS.map((track) => ({
    letter: letterOf(track),
    marked: seat.tracks[track],
    boxes: components.tracks[track].boxes.length,
    stars: seat.stars[track],
    bonuses: seat.bonuses[track],
  }));
}
