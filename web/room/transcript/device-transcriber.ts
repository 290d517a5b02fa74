import { type TranscriptLanguage, transcriptLanguages } from "@greenroom/contract/room/transcript.ts";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/**
 * An utterance, with times by this page's clock in milliseconds. It has text, or audio for the server to
 * transcribe.
 */
export interface SpokenUtterance {
  id: string;
  language: TranscriptLanguage;
  startedAt: number;
  endedAt: number;
  words: { text: string } | { wav: ArrayBuffer };
}

/**
 * installing: the browser downloads its language pack. unavailable: this browser cannot do it, so this
 * participant's words are missing.
 */
export type TranscriberState = "starting" | "installing" | "listening" | "unavailable";

export interface TranscriberListener {
  onUtterance(utterance: SpokenUtterance): void;
  onState(state: TranscriberState): void;
}

/** Listens to this page's own microphone, from its creation until it is stopped. */
export interface Transcriber {
  /** Stops listening. Earlier utterances may still arrive. */
  stop(): void;
}

/** The names under which browsers know the language, the closest first. */
const languageNames: Record<TranscriptLanguage, string[]> = { en: ["en-IN", "en-US"], hi: ["hi-IN"] };

/**
 * After these errors the browser cannot do it at all. Others (no speech, a pause) only end one recognition.
 */
const finalErrors = ["not-allowed", "service-not-allowed", "language-not-supported", "audio-capture"];
const restartMilliseconds = 250;
/** Delays the restart after a recognition that failed at once, because the next one may fail too. */
const slowRestartMilliseconds = 3_000;
const minStretchMilliseconds = 1_000;
const maxUtteranceMilliseconds = 60_000;

/**
 * The browser's name of a language that it can transcribe on the device, perhaps after a download, which this does not
 * start. Null if it cannot.
 */
export async function findLanguage(
  recognition: RecognitionClass,
  language: TranscriptLanguage,
): Promise<{ name: string; isInstalled: boolean } | null> {
  try {
    for (const name of languageNames[language]) {
      const state = await recognition.available({ langs: [name], processLocally: true });
      if (state !== "unavailable") return { name, isInstalled: state === "available" };
    }
  } catch (error) {
    console.warn("The browser does not say whether it can transcribe speech on this device", error);
  }
  return null;
}

interface DeviceTranscriberInput {
  track: MediaStreamTrack;
  language: TranscriptLanguage;
  listener: TranscriberListener;
}

/**
 * Transcribes this page's microphone with the browser, on this device. A browser that would send the audio to
 * a cloud counts as unavailable.
 */
export class DeviceTranscriber implements Transcriber {
  readonly #input: DeviceTranscriberInput;
  #current: Recognition | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;
  #startedAt: number | null = null;

  constructor(input: DeviceTranscriberInput) {
    this.#input = input;
    void this.#begin();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#current?.abort();
    this.#current = null;
  }

  async #begin(): Promise<void> {
    const { language, listener } = this.#input;
    const recognition = localRecognition();
    listener.onState("starting");
    const name = recognition && (await this.#prepareLanguage(recognition, language));
    if (this.#isStopped) return;
    if (recognition === null || name === null) listener.onState("unavailable");
    else this.#listen(recognition, name);
  }

  /** The browser's name of the language, which is installed if necessary; null if the browser cannot transcribe it. */
  async #prepareLanguage(
    recognition: RecognitionClass,
    language: TranscriptLanguage,
  ): Promise<string | null> {
    const found = await findLanguage(recognition, language);
    if (found === null || found.isInstalled || this.#isStopped) return found?.name ?? null;
    this.#input.listener.onState("installing");
    const isInstalled = await recognition
      .install({ langs: [found.name], processLocally: true })
      .catch((error: unknown) => console.warn("Speech cannot be transcribed on this device", error));
    return isInstalled ? found.name : null;
  }

  #listen(recognitionClass: RecognitionClass, lang: string): void {
    const { track, listener } = this.#input;
    const recognition = new recognitionClass();
    recognition.lang = lang;
    recognition.continuous = true;
    recognition.interimResults = true;
    recognition.processLocally = true;
    const begunAt = Date.now();
    let isOver = false;
    recognition.onresult = ({ resultIndex, results }) => {
      // The first interim result arrives while a sentence is spoken, so it shows when the sentence began.
      this.#startedAt ??= Date.now();
      for (let index = resultIndex; index < results.length; index += 1) {
        const result = results[index];
        if (result?.isFinal) this.#emit(result[0]?.transcript.trim() ?? "");
      }
    };
    recognition.onerror = ({ error }) => {
      if (!finalErrors.includes(error)) return;
      isOver = true;
      console.warn(`The browser does not transcribe speech: ${error}`);
    };
    recognition.onend = () => {
      if (this.#isStopped || this.#current !== recognition) return;
      this.#current = null;
      this.#startedAt = null;
      if (isOver) return listener.onState("unavailable");
      const wasShort = Date.now() - begunAt < minStretchMilliseconds;
      this.#timer = setTimeout(
        () => this.#listen(recognitionClass, lang),
        wasShort ? slowRestartMilliseconds : restartMilliseconds,
      );
    };
    this.#current = recognition;
    try {
      recognition.start(track);
      listener.onState("listening");
    } catch (error) {
      console.warn("The browser does not transcribe speech", error);
      this.#current = null;
      listener.onState("unavailable");
    }
  }

  #emit(text: string): void {
    const endedAt = Date.now();
    const startedAt = Math.max(this.#startedAt ?? endedAt, endedAt - maxUtteranceMilliseconds);
    this.#startedAt = null;
    if (text === "" || this.#isStopped) return;
    this.#input.listener.onUtterance({
      id: crypto.randomUUID(),
      language: this.#input.language,
      startedAt,
      endedAt,
      words: { text },
    });
  }
}

/* The browser's SpeechRecognition, as far as we use it: the DOM's types lack on-device recognition. */

interface RecognitionResult {
  readonly isFinal: boolean;
  readonly [index: number]: { readonly transcript: string };
}

export interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  onresult:
    | ((event: {
        resultIndex: number;
        results: { length: number; [index: number]: RecognitionResult };
      }) => void)
    | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start(track?: MediaStreamTrack): void;
  abort(): void;
}

interface LocalOptions {
  langs: readonly string[];
  processLocally: true;
}

export interface RecognitionClass {
  new (): Recognition;
  readonly prototype: object;
  available(options: LocalOptions): Promise<"available" | "downloadable" | "downloading" | "unavailable">;
  install(options: LocalOptions): Promise<boolean>;
}

/** The browser's recognition, if it can run on the device; null if it could only use a cloud. */
export function localRecognition(scope: object = globalThis): RecognitionClass | null {
  const { SpeechRecognition: found } = scope as { SpeechRecognition?: RecognitionClass };
  if (found === undefined) return null;
  const isLocal = "processLocally" in found.prototype && "available" in found && "install" in found;
  return isLocal ? found : null;
}

const storageKey = "greenroom.transcript-language";

export const transcriptLanguageNames: Record<TranscriptLanguage, string> = { en: "English", hi: "Hindi" };

const store = createStore(() => ({ language: readStored() }));

function readStored(): TranscriptLanguage {
  // Pages are also rendered at build, where there is no storage.
  const stored = typeof localStorage === "undefined" ? null : localStorage.getItem(storageKey);
  return transcriptLanguages.find((language) => language === stored) ?? "en";
}

export function setTranscriptLanguage(language: string): void {
  localStorage.setItem(storageKey, language);
  store.setState({ language: readStored() });
}

/** The language that this user speaks in interviews: chosen in the lobby, and remembered by the browser. */
export function useTranscriptLanguage(): TranscriptLanguage {
  return useStore(store, ({ language }) => language);
}
