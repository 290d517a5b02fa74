import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TranscriberState } from "../transcriber.ts";
import { maxWaiting, WhisperEngine } from "./whisper-engine.ts";
import type { WhisperRequest, WhisperResponse } from "./whisper-messages.ts";

/* Uses a stand-in for the browser's Worker, which does not exist in Node. */

class FakeWorker extends EventTarget {
  readonly requests: WhisperRequest[] = [];
  isTerminated = false;
  constructor(readonly url: string) {
    super();
    workers.push(this);
  }
  postMessage(request: WhisperRequest) {
    this.requests.push(request);
  }
  terminate() {
    this.isTerminated = true;
  }
  answer(data: WhisperResponse) {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }
  /** Ids of the utterances that it was given. */
  get given() {
    return this.requests.flatMap((request) => (request.kind === "transcribe" ? [request.id] : []));
  }
}

let workers: FakeWorker[] = [];
let states: TranscriberState[] = [];
let texts: string[] = [];

const url = "https://weights.example/whisper";
const loaded: WhisperResponse = { kind: "loaded", isMultilingual: true };
const createEngine = () => new WhisperEngine((address) => new FakeWorker(address) as unknown as Worker);
const start = (engine: WhisperEngine, language: "en" | "hi" = "en") =>
  engine.start({ url, language, onState: (state) => states.push(state) });
const add = (engine: WhisperEngine, language: "en" | "hi" = "en") =>
  engine.add({
    samples: new Float32Array(16),
    language,
    startedAt: Date.now(),
    onText: (text) => texts.push(text),
  });

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  [workers, states, texts] = [[], [], []];
});
afterEach(() => vi.useRealTimers());

describe("Whisper in the page", () => {
  it("loads the model from the operator's folder and shows how much has arrived", () => {
    start(createEngine());
    workers[0]?.answer({ kind: "downloading", percent: 40 });
    workers[0]?.answer(loaded);
    expect(workers.map((worker) => worker.url)).toEqual([url]);
    expect(workers[0]?.requests).toEqual([{ kind: "load", url }]);
    expect(states).toEqual(["starting", { downloadedPercent: 40 }, "listening"]);
  });

  it("transcribes one utterance at a time, in order, also those spoken while it loaded", () => {
    const engine = createEngine();
    start(engine);
    add(engine, "hi");
    add(engine);
    expect(workers[0]?.given).toEqual([]);
    workers[0]?.answer(loaded);
    expect(workers[0]?.requests.at(-1)).toMatchObject({ id: 1, language: "hi" });
    workers[0]?.answer({ kind: "text", id: 1, text: " पहले \n सटीकता " });
    expect(workers[0]?.given).toEqual([1, 2]);
    workers[0]?.answer({ kind: "text", id: 2, text: "Then recall." });
    expect(texts).toEqual(["पहले सटीकता", "Then recall."]);
  });

  it.each(["", "[Music]", " (coughs) ", "♪♪", "..."])("takes %j for sound without words", (text) => {
    const engine = createEngine();
    start(engine);
    workers[0]?.answer(loaded);
    add(engine);
    workers[0]?.answer({ kind: "text", id: 1, text });
    expect(texts).toEqual([]);
  });

  it("drops the oldest of too many utterances, and reports missing words until it has caught up", () => {
    const engine = createEngine();
    start(engine);
    workers[0]?.answer(loaded);
    for (let count = 0; count < maxWaiting + 2; count += 1) add(engine);
    expect(states.at(-1)).toBe("behind");
    for (let id = 1; id <= maxWaiting + 1; id += 1) workers[0]?.answer({ kind: "text", id, text: `${id}` });
    expect(texts).toHaveLength(maxWaiting + 1);
    expect(states.at(-1)).toBe("listening");
  });

  it("gives up an utterance that takes too long, and the model after two in a row", () => {
    const engine = createEngine();
    start(engine);
    workers[0]?.answer(loaded);
    for (let count = 0; count < 4; count += 1) add(engine);
    vi.advanceTimersByTime(60_000);
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
    workers[1]?.answer(loaded);
    expect(states.at(-1)).toBe("behind");
    vi.advanceTimersByTime(60_000);
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, true]);
    expect(states.at(-1)).toBe("failed");
    expect(texts).toEqual([]);
  });

  it("fails when the model cannot be loaded or stops loading, and tries again at the next start", () => {
    const engine = createEngine();
    start(engine);
    workers[0]?.answer({ kind: "failed", message: "404" });
    expect([states.at(-1), workers[0]?.isTerminated]).toEqual(["failed", true]);
    add(engine);
    start(engine);
    workers[1]?.answer({ kind: "downloading", percent: 1 });
    vi.advanceTimersByTime(60_000);
    expect([states.at(-1), workers[1]?.isTerminated]).toEqual(["failed", true]);
    start(engine);
    workers[2]?.dispatchEvent(Object.assign(new Event("error"), { message: "refused" }));
    expect([states.at(-1), workers[2]?.isTerminated]).toEqual(["failed", true]);
  });

  it("stays loaded while the microphone is off, and frees its memory when the transcript stops", () => {
    const engine = createEngine();
    start(engine);
    workers[0]?.answer(loaded);
    start(engine);
    expect(workers).toHaveLength(1);
    add(engine);
    engine.stop();
    expect(workers[0]?.isTerminated).toBe(true);
    workers[0]?.answer({ kind: "text", id: 1, text: "Said before the transcript stopped." });
    add(engine);
    expect([texts, workers.length]).toEqual([[], 1]);
  });

  it("is unavailable for Hindi with an English-only model", () => {
    const engine = createEngine();
    start(engine, "hi");
    add(engine, "hi");
    workers[0]?.answer({ kind: "loaded", isMultilingual: false });
    expect([states.at(-1), workers[0]?.given]).toEqual(["unavailable", []]);
    start(engine, "en");
    add(engine, "en");
    expect(workers[0]?.requests.at(-1)).toMatchObject({ kind: "transcribe", language: null });
  });
});
