import { describe, expect, it } from "vitest";
import {
  browserModel,
  type DraftProgress,
  draftPoints,
  type LanguageModelClass,
  type ModelSession,
} from "./device-draft.tsx";

/* A stand-in for the browser's LanguageModel, which no test browser has. It counts tokens, refuses prompts that are
   too long, and does not answer in a destroyed session. */

const tokensOf = (text: string) => Math.ceil(text.length / 4);

interface StandIn {
  contextWindow: number;
  answer: (prompt: string) => string;
  prompts: string[];
  open: number;
}

function makeModel({ contextWindow = 9_216, answer }: { contextWindow?: number; answer: StandIn["answer"] }) {
  const state: StandIn = { contextWindow, answer, prompts: [], open: 0 };
  class Session implements ModelSession {
    readonly contextWindow = state.contextWindow;
    contextUsage: number;
    #isOpen = true;
    constructor(used: number) {
      this.contextUsage = used;
      state.open += 1;
    }
    async measureContextUsage(input: string, { signal }: { signal?: AbortSignal } = {}) {
      signal?.throwIfAborted();
      return tokensOf(input);
    }
    async prompt(input: string, { signal }: { signal?: AbortSignal } = {}) {
      signal?.throwIfAborted();
      if (!this.#isOpen) throw new DOMException("The session was destroyed.", "InvalidStateError");
      if (this.contextUsage + tokensOf(input) > this.contextWindow)
        throw new DOMException("The prompt is too long.", "QuotaExceededError");
      state.prompts.push(input);
      return state.answer(input);
    }
    async clone() {
      return new Session(this.contextUsage);
    }
    destroy() {
      if (this.#isOpen) state.open -= 1;
      this.#isOpen = false;
    }
  }
  const model: LanguageModelClass = {
    availability: async () => "available",
    async create({ initialPrompts, monitor, signal }) {
      signal?.throwIfAborted();
      monitor?.({ addEventListener: (_, listener) => listener({ loaded: 0.5 }) });
      return new Session(tokensOf(initialPrompts[0]?.content ?? ""));
    },
  };
  return { state, model };
}

const claim = {
  area: "coding",
  kind: "strength",
  text: "You test.",
  evidence: [{ item: "i1", quote: "I test it first" }],
  exerciseTitle: "",
  exercise: "",
};
const request = (lines: string[]) => ({
  instructions: "Draft.",
  opening: "<rubric>[]</rubric>",
  lines,
  schema: {},
});

async function draft(
  made: ReturnType<typeof makeModel>,
  lines: string[],
  signal = new AbortController().signal,
) {
  const progress: DraftProgress[] = [];
  const claims = await draftPoints({
    request: request(lines),
    model: made.model,
    signal,
    onProgress: (step) => progress.push(step),
  });
  return { claims, progress };
}

describe("drafting on the device", () => {
  it("asks once when the whole record fits, and reports its progress", async () => {
    const made = makeModel({ answer: () => JSON.stringify({ claims: [claim] }) });
    const { claims, progress } = await draft(made, ["first", "second"]);
    expect(claims).toEqual([{ ...claim, exerciseTitle: "", exercise: "" }]);
    expect(made.state.prompts).toEqual(["<rubric>[]</rubric>\n\n<record>\nfirst\nsecond\n</record>"]);
    expect(progress).toEqual([
      { step: "downloading", share: 0.5 },
      { step: "reading", part: 1, parts: 1 },
    ]);
    expect(made.state.open).toBe(0);
  });

  it("splits a record that is too long into parts that each fit, in order", async () => {
    const made = makeModel({ contextWindow: 2_000, answer: () => '{"claims":[]}' });
    const lines = Array.from({ length: 8 }, (_, index) => `line ${index} ${"x".repeat(1_000)}`);
    await draft(made, lines);
    expect(made.state.prompts.length).toBeGreaterThan(1);
    const seen = made.state.prompts.flatMap((prompt) => [...prompt.matchAll(/line (\d)/g)].map(([, n]) => n));
    expect(seen.join("")).toBe("01234567");
  });

  it("leaves out a line that never fits, and asks nothing about an empty record", async () => {
    const made = makeModel({ contextWindow: 2_000, answer: () => '{"claims":[]}' });
    await draft(made, ["short", "y".repeat(40_000)]);
    expect(made.state.prompts.join()).not.toContain("yyyy");
    const empty = makeModel({ answer: () => '{"claims":[]}' });
    await draft(empty, []);
    expect(empty.state.prompts).toEqual([]);
  });

  it.each([
    ["no JSON", "Here are my claims!"],
    ["another form", '{"points":[1]}'],
    ["a list of nonsense", '{"claims":[null,1,{"kind":"praise"},{"area":1,"kind":"strength","text":"x"}]}'],
    ["null", "null"],
  ])("ignores an answer that is %s", async (_, answer) => {
    expect((await draft(makeModel({ answer: () => answer }), ["line"])).claims).toEqual([]);
  });

  it("leaves out what the server would refuse for its length", async () => {
    const long = { ...claim, text: "t".repeat(5_000) };
    const answer = () => JSON.stringify({ claims: [long, ...Array(60).fill(claim)] });
    const { claims } = await draft(makeModel({ answer }), ["line"]);
    expect(claims).toEqual(Array(40).fill(claim));
  });

  it("stops when it is canceled and leaves no session open", async () => {
    const controller = new AbortController();
    const made = makeModel({
      contextWindow: 2_000,
      answer: () => {
        controller.abort();
        return '{"claims":[]}';
      },
    });
    const lines = Array.from({ length: 8 }, () => "x".repeat(2_000));
    await expect(draft(made, lines, controller.signal)).rejects.toMatchObject({ name: "AbortError" });
    expect(made.state.prompts).toHaveLength(1);
    expect(made.state.open).toBe(0);
  });
});

describe("the browser's model", () => {
  it("is used only if it can measure what fits", () => {
    class Current {
      static availability() {}
      static create() {}
      measureContextUsage() {}
    }
    class Early {
      static availability() {}
      static create() {}
      prompt() {}
    }
    expect(browserModel({})).toBeNull();
    expect(browserModel({ LanguageModel: Early })).toBeNull();
    expect(browserModel({ LanguageModel: Current })).toBe(Current);
  });
});
