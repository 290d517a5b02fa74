import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RecognitionClass } from "./speech-recognition.ts";
import { startTranscriber } from "./start-transcriber.ts";
import type { TranscriberState } from "./transcriber.ts";
import { WhisperEngine } from "./whisper/whisper-engine.ts";

/* Uses stand-ins for on-device recognition, workers and audio, which only browsers have. */

class EnglishRecognition {
  static available = async ({ langs }: { langs: readonly string[] }) =>
    langs[0] === "en-IN" ? "available" : "unavailable";
  static install = async () => false;
  processLocally = false;
  onresult = null;
  onerror = null;
  onend = null;
  start() {}
  abort() {}
}

let workerUrls: string[] = [];
let states: TranscriberState[] = [];
const whisperUrl = "https://weights.example/whisper";

function start(input: { language: "en" | "hi"; whisperUrl: string | null; hasService?: boolean }) {
  const createWorker = (url: string) => {
    workerUrls.push(url);
    return Object.assign(new EventTarget(), { postMessage() {}, terminate() {} }) as unknown as Worker;
  };
  return startTranscriber({
    methods: { hasService: input.hasService ?? false, whisperUrl: input.whisperUrl },
    engine: new WhisperEngine(createWorker),
    track: {} as MediaStreamTrack,
    language: input.language,
    listener: { onUtterance: () => undefined, onState: (state) => states.push(state) },
    recognition: EnglishRecognition as unknown as RecognitionClass,
  });
}

beforeEach(() => {
  [workerUrls, states] = [[], []];
  vi.stubGlobal(
    "AudioContext",
    class {
      readonly state = "running";
      readonly audioWorklet = { addModule: () => new Promise(() => undefined) };
      close() {}
    },
  );
});
afterEach(() => vi.unstubAllGlobals());
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("the way in which speech is transcribed", () => {
  it("is the browser's own recognition where it supports the language", async () => {
    start({ language: "en", whisperUrl });
    await settle();
    expect([states.at(-1), workerUrls]).toEqual(["listening", []]);
  });

  it("is Whisper in the page where the browser does not, if the operator offers its weights", async () => {
    start({ language: "hi", whisperUrl });
    await settle();
    expect([states.at(-1), workerUrls]).toEqual(["starting", [whisperUrl]]);
  });

  it("is none where neither is available", async () => {
    start({ language: "hi", whisperUrl: null });
    await settle();
    expect([states.at(-1), workerUrls]).toEqual(["unavailable", []]);
  });

  it("is the operator's service wherever one is set", async () => {
    start({ language: "en", whisperUrl, hasService: true });
    await settle();
    expect([states, workerUrls]).toEqual([["starting"], []]);
  });

  it("starts nothing after it was stopped", async () => {
    start({ language: "hi", whisperUrl }).stop();
    await settle();
    expect(workerUrls).toEqual([]);
  });
});
