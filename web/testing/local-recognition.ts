import type { Recognition } from "../room/transcript/device-transcriber.ts";

/* The browser's SpeechRecognition that runs on the device, which test browsers do not have. */

type Availability = "available" | "downloadable" | "downloading" | "unavailable";

/** The state of the fake browser. `resetLocalRecognition` sets it back. */
export const recognitionBrowser = {
  created: [] as LocalRecognition[],
  /** By the name of a language; one that is missing is unavailable. */
  known: {} as Record<string, Availability>,
  installs: true,
  /** The options of each call of `available` and `install`. */
  asked: [] as object[],
};

export function resetLocalRecognition(): void {
  Object.assign(recognitionBrowser, {
    created: [],
    known: { "en-US": "available", "hi-IN": "downloadable" },
    installs: true,
    asked: [],
  });
}

export class LocalRecognition implements Recognition {
  static available = async (options: { langs: readonly string[] }): Promise<Availability> => {
    recognitionBrowser.asked.push(options);
    return recognitionBrowser.known[options.langs[0] ?? ""] ?? "unavailable";
  };
  static install = async (options: object): Promise<boolean> => {
    recognitionBrowser.asked.push(options);
    return recognitionBrowser.installs;
  };
  lang = "";
  continuous = false;
  interimResults = false;
  onresult: Recognition["onresult"] = null;
  onerror: Recognition["onerror"] = null;
  onend: Recognition["onend"] = null;
  isStarted = false;
  #isLocal = false;
  constructor() {
    recognitionBrowser.created.push(this);
  }
  get processLocally() {
    return this.#isLocal;
  }
  set processLocally(value: boolean) {
    this.#isLocal = value;
  }
  start() {
    this.isStarted = true;
  }
  abort() {
    this.isStarted = false;
    this.onend?.();
  }
}

/** A result of the recognition: a part of a sentence, or a whole one. */
export const recognized = (transcript: string, isFinal: boolean) => ({
  resultIndex: 0,
  results: { length: 1, 0: { isFinal, 0: { transcript } } },
});
