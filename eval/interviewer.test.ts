import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { interviewerModes } from "../server/testing/providers/model-interviewer.ts";
import { type ModelServer, startModelServer } from "../server/testing/providers/model-server.ts";
import type { TextModel } from "../server/vendors/ai/port.ts";
import { openModelOf } from "./bars.ts";
import { interviewerBars, judgeInterviewer } from "./simulated-interviews.ts";

let modelServer: ModelServer;
let model: TextModel;
beforeAll(async () => {
  modelServer = await startModelServer();
  model = openModelOf(modelServer.settings("openai"));
});
afterAll(() => modelServer.close());

const judge = (leastAdapted: number | null = null) =>
  judgeInterviewer(model, {
    every: 12,
    leastAdapted,
    prepare: (modelAnswer) => {
      modelServer.knowledge = modelAnswer;
    },
  });

/** The questions of an honest model: the same for every test that needs it, and a matter of seconds. */
let honest: ReturnType<typeof judge> | undefined;
function judgeHonest() {
  modelServer.interviewer = "honest";
  honest ??= judge();
  return honest;
}

const missed = (bars: readonly { isMet: boolean | null; name: string; value: string }[]) =>
  bars.filter(({ isMet }) => isMet === false);

describe("the evaluation of an interviewer", () => {
  it.each(interviewerModes)("meets every bar with a model in the mode %s", async (mode) => {
    modelServer.interviewer = mode;
    const { bars } = await judge(mode === "honest" ? 0.7 : null);
    expect(missed(bars)).toEqual([]);
  });

  it.each([
    ["leak", "hidden answers leaked"],
    ["invent", "words invented for the candidate"],
    ["repeat", "questions repeated"],
    ["order", "questions repeated"],
    ["praise", "praise or scores"],
  ] as const)("notices without the product's rules what a model does in the mode %s", async (mode, name) => {
    const [first] = (await judgeHonest()).asked;
    if (first === undefined) throw new Error("nothing was asked");
    const texts = {
      leak: first.question.modelAnswer,
      invent: 'You said "I always begin with a calendar". Why?',
      repeat: "What else?",
      order: "You mentioned a cache. Explain how it fills up.",
      praise: "Great answer, 5 out of 5.",
    };
    const shown = {
      ...first,
      ask: texts[mode],
      isByModel: true,
      said: "",
      before: ["What else?", "Explain how it fills up."],
    };
    expect(missed(interviewerBars([shown], { leastAdapted: null })).map((bar) => bar.name)).toContain(name);
  });
});
