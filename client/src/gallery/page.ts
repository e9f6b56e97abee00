/** Something to look at in the gallery, by the name that `?show=` has for it. */
import type { Component } from "svelte";

export interface GalleryPage {
  name: string;
  /** With props of its own. */
  Page: Component<any>;
  props?: Record<string, unknown>;
}
