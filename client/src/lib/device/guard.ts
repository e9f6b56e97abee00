// Nobody means to press what has come under their finger only just now.

import type { Attachment } from "svelte/attachments";

/** For this many milliseconds after a panel has changed, clicks on it are ignored. */
export const PAUSE = 500;

/** Ignores clicks, by pointer or by key, on a panel whose `content` has just changed, or that has just come itself, unless it
 *  is `there` from the beginning. */
export function settles(content: () => unknown, there = false): Attachment<HTMLElement> {
  let calm = there;
  return (panel) => {
    void content(); // an attachment is made again when what it has read changes
    if (calm) return void (calm = false);
    const swallow = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    const open = () => {
      delete panel.dataset.settling;
      panel.removeEventListener("click", swallow, true);
    };
    panel.dataset.settling = "";
    panel.addEventListener("click", swallow, true);
    const timer = setTimeout(open, PAUSE);
    return () => {
      clearTimeout(timer);
      open();
    };
  };
}
