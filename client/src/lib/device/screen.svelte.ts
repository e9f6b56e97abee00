// What room the screen gives.

import { MediaQuery } from "svelte/reactivity";

export const screen = {
  /** A phone that lies. */
  lying: new MediaQuery("(orientation: landscape) and (max-height: 599px)"),
  /** Everything side by side round the harbour. */
  desk: new MediaQuery("(min-width: 900px) and (min-height: 560px), (min-width: 700px) and (min-height: 800px)"),
  /** The same one above the other, on a tablet that stands. */
  tall: new MediaQuery("(min-width: 700px) and (max-width: 899px) and (min-height: 800px)"),
  /** A replay with its log or review at the right. */
  replay: new MediaQuery("(min-width: 900px) and (min-height: 560px)"),
  /** With players and log at the right. */
  wide: new MediaQuery("(min-width: 1200px) and (min-height: 560px)"),
  /** With room for the words of every ability under the rack. */
  high: new MediaQuery("(min-height: 850px)"),
  /** Hardly high enough for a desk. */
  low: new MediaQuery("(max-height: 679px)"),
};
