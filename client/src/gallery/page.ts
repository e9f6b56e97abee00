/** Something to look at in the gallery, by the name that `?show=` has for it. */
import type { Component } from "svelte";

/** What pages can be told to show. */
interface Shown {
  players?: number;
  below?: boolean;
}

export interface GalleryPage {
  name: string;
  Page: Component<Shown> | Component;
  props?: Shown;
}
