import type { PadLanguage, PadServerMessage } from "@greenroom/contract/code-pad.ts";
import type { ClientMessage } from "@greenroom/contract/room-messages.ts";
import type { PadPart } from "../room-session.ts";
import { PadRuns } from "./pad-runs.ts";
import { SharedCode } from "./shared-code.ts";

interface PadSessionOptions {
  say(message: ClientMessage): boolean;
  nameOf(personId: string): string;
  /** The pad would have become too long, and the room took nothing of it: what is here is to be made anew. */
  onRefused(): void;
}

/** The pad's part of the room in this page: text, cursors, language and runs. */
export class PadSession implements PadPart {
  readonly code: SharedCode;
  readonly runs: PadRuns;
  readonly #options: PadSessionOptions;
  readonly #listeners = new Set<() => void>();
  #language: PadLanguage = "python";

  constructor(options: PadSessionOptions) {
    this.#options = options;
    this.code = new SharedCode(options);
    this.runs = new PadRuns(options.say);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly readLanguage = (): PadLanguage => this.#language;

  choose(language: PadLanguage): void {
    this.#setLanguage(language);
    this.#options.say({ type: "code-language", language });
  }

  onOpen(): void {
    this.code.sync();
    this.runs.retell();
  }

  hear(message: PadServerMessage): void {
    if (message.type === "code-refused") this.#options.onRefused();
    else if (message.type === "cursor") this.code.cursors.hear(message);
    else if (message.type === "run") this.runs.hear(message.run);
    else if (message.type === "code-language") this.#setLanguage(message.language);
    else {
      if (message.type === "code-sync") {
        this.#setLanguage(message.language);
        if (message.lastRun) this.runs.hear(message.lastRun);
      }
      this.code.hear(message);
    }
  }

  #setLanguage(language: PadLanguage): void {
    this.#language = language;
    for (const listener of this.#listeners) listener();
  }
}
