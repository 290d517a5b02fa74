import { utteranceCharacters } from "@greenroom/contract/reports/interview-record.ts";
import { type TranscriptLanguage, utteranceDelaySeconds } from "@greenroom/contract/rooms/transcript.ts";
import type { TranscriberState } from "../transcriber.ts";
import { createWhisperWorker } from "./create-whisper-worker.ts";
import type { WhisperRequest, WhisperResponse } from "./whisper-messages.ts";

/** Loading fails after this long without progress. */
const loadTimeoutMilliseconds = 60_000;
/** An utterance of at most 20 seconds is dropped after this long. */
const utteranceTimeoutMilliseconds = 60_000;
/** How many utterances may wait: at most three minutes of speech, 12 MB. */
export const maxWaiting = 9;
/** After this many utterances in a row that took too long, the device counts as too slow. */
const maxTimeouts = 2;

interface WaitingUtterance {
  samples: Float32Array;
  language: TranscriptLanguage;
  startedAt: number;
  onText(text: string): void;
}

interface EngineStart {
  url: string;
  language: TranscriptLanguage;
  onState(state: TranscriberState): void;
}

/**
 * Whisper in a worker of this page. It stays loaded while the microphone is turned off and on, and transcribes one
 * utterance at a time.
 */
export class WhisperEngine {
  readonly #createWorker: (url: string) => Worker;
  #start: EngineStart | null = null;
  #worker: Worker | null = null;
  #isMultilingual: boolean | null = null;
  #loadState: TranscriberState = "starting";
  #waiting: WaitingUtterance[] = [];
  #current: { id: number; utterance: WaitingUtterance } | null = null;
  #lastId = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timeouts = 0;
  #isBehind = false;

  constructor(createWorker: (url: string) => Worker = createWhisperWorker) {
    this.#createWorker = createWorker;
  }

  /** Loads the model unless it is loaded or loading, and from now on reports the state to `onState`. */
  start(start: EngineStart): void {
    this.#start = start;
    if (this.#worker === null) this.#load(start.url);
    this.#report();
  }

  /** Adds an utterance. If too many wait, the oldest is dropped. Ignored after `stop` and after a failure. */
  add(utterance: WaitingUtterance): void {
    if (this.#worker === null || !this.#supports(utterance.language)) return;
    this.#waiting.push(utterance);
    if (this.#waiting.length > maxWaiting) {
      this.#waiting.shift();
      this.#isBehind = true;
      this.#report();
    }
    this.#next();
  }

  /** Drops the waiting utterances, and frees the model's memory. */
  stop(): void {
    this.#release();
    this.#start = null;
    this.#loadState = "starting";
  }

  #load(url: string): void {
    this.#loadState = "starting";
    const worker = this.#createWorker(url);
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<WhisperResponse>) => {
      if (this.#worker === worker) this.#receive(data);
    });
    worker.addEventListener("error", (event) => {
      if (this.#worker === worker) this.#fail(event.message || "the worker could not be started");
    });
    this.#expectWithin(loadTimeoutMilliseconds, () => this.#fail("loading took too long"));
    this.#send({ kind: "load", url });
  }

  #receive(response: WhisperResponse): void {
    if (response.kind === "failed") {
      this.#fail(response.message);
    } else if (response.kind === "downloading") {
      this.#expectWithin(loadTimeoutMilliseconds, () => this.#fail("loading took too long"));
      this.#loadState = { downloadedPercent: response.percent };
      this.#report();
    } else if (response.kind === "loaded") {
      clearTimeout(this.#timer);
      this.#isMultilingual = response.isMultilingual;
      this.#loadState = "listening";
      this.#waiting = this.#waiting.filter(({ language }) => this.#supports(language));
      this.#report();
      this.#next();
    } else if (response.id === this.#current?.id) {
      const { utterance } = this.#current;
      clearTimeout(this.#timer);
      this.#current = null;
      this.#timeouts = 0;
      const text = spokenText(response.text);
      if (text !== "") utterance.onText(text);
      this.#next();
    }
  }

  /** Starts on the oldest utterance that is still recent enough to be sent. */
  #next(): void {
    if (this.#isMultilingual === null || this.#current !== null) return;
    const oldest = Date.now() - utteranceDelaySeconds * 1000;
    const utterance = this.#waiting.shift();
    if (utterance === undefined) {
      if (this.#isBehind) {
        this.#isBehind = false;
        this.#report();
      }
      return;
    }
    if (utterance.startedAt < oldest) {
      this.#next();
      return;
    }
    this.#lastId += 1;
    this.#current = { id: this.#lastId, utterance };
    this.#expectWithin(utteranceTimeoutMilliseconds, () => this.#giveUpUtterance());
    const { samples, language } = utterance;
    this.#send({
      kind: "transcribe",
      id: this.#lastId,
      samples,
      language: this.#isMultilingual ? language : null,
    });
  }

  /** A worker that computes cannot be interrupted, so another one takes its place. */
  #giveUpUtterance(): void {
    console.warn("Whisper did not transcribe an utterance in time");
    this.#timeouts += 1;
    const { url } = this.#start ?? {};
    if (this.#timeouts >= maxTimeouts || url === undefined) {
      this.#fail("this device is too slow");
      return;
    }
    const waiting = this.#waiting;
    this.#release();
    this.#waiting = waiting;
    this.#load(url);
    this.#isBehind = true;
    this.#report();
  }

  #fail(message: string): void {
    console.warn(`Whisper does not transcribe speech: ${message}`);
    this.#release();
    this.#loadState = "failed";
    this.#report();
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.#isMultilingual = null;
    this.#waiting = [];
    this.#current = null;
    this.#isBehind = false;
  }

  #supports(language: TranscriptLanguage): boolean {
    return language === "en" || this.#isMultilingual !== false;
  }

  #report(): void {
    if (this.#start === null) return;
    const { language, onState } = this.#start;
    if (!this.#supports(language)) onState("unavailable");
    else onState(this.#isBehind && this.#loadState === "listening" ? "behind" : this.#loadState);
  }

  #expectWithin(milliseconds: number, onLate: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(onLate, milliseconds);
  }

  #send(request: WhisperRequest): void {
    this.#worker?.postMessage(request);
  }
}

/** The words of Whisper's output. It describes sounds that are not speech in brackets: "[Music]", "(coughs)". */
function spokenText(output: string): string {
  const text = output.replace(/[\p{Cc}\s]+/gu, " ").trim();
  const words = text.replace(/\[[^\]]*\]|\([^)]*\)|♪/g, "");
  return /[\p{L}\p{N}]/u.test(words) ? text.slice(0, utteranceCharacters) : "";
}
