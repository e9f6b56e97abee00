// The one line that says whose turn it is.

import { type Prompt, sharedPrompt } from "../../lib/table/prompt";
import { t } from "../../lib/words/words.svelte";
import type { Play } from "./play.svelte";

export const promptOf = (play: Play): Prompt => sharedPrompt(play, "") ?? { title: t("prompt.yours"), text: "", tone: "mine" };
