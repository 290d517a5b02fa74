import type { FollowUpEvent } from "@greenroom/contract/practice/follow-ups.ts";
import type { FollowUpSource, PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { useSession } from "../../../session/session.tsx";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { sampleAnswer } from "../practice.testing.ts";
import { DefendStage } from "./defend-stage.tsx";

const calls = serveCallAnswers();
const path = `/api/practice/answers/${sampleAnswer.id}`;
const streamCall = `POST ${path}/follow-ups/0/stream`;
const bankAsks = "Which number changes the result most?";

/** The sample answer, whose first follow-up has become this. */
function settled(ask: string, source: FollowUpSource): PracticeAnswer {
  return { ...sampleAnswer, followUps: [{ ask, answer: null, source }] };
}
const words = (text: string): FollowUpEvent => ({ kind: "words", text });
const answered = (answer: PracticeAnswer): FollowUpEvent => ({ kind: "answer", answer });
const stored = (answer: PracticeAnswer) => ({ [`GET ${path}`]: { body: { answer, earlier: [] } } });

function Stage({ first }: { first: PracticeAnswer }) {
  const [answer, setAnswer] = useState(first);
  const { user } = useSession();
  if (user === null) return null;
  return (
    <DefendStage
      answer={answer}
      isPending={false}
      error={null}
      onChange={setAnswer}
      onSubmit={async () => undefined}
    />
  );
}

function open(answer = sampleAnswer) {
  storeSession(sampleUser);
  return renderScreen(<Stage first={answer} />);
}

const field = (ask: string) => screen.findByLabelText(`Defend: ${ask}`);

describe("a follow-up of the bank", () => {
  it("shows its code words as code, without backticks, and names the field by them", async () => {
    open(settled("Why not filter on it in the same `where`?", "bank"));
    expect((await screen.findByText("where")).tagName).toBe("CODE");
    expect(screen.getByLabelText("Defend: Why not filter on it in the same where?")).toBeDefined();
    expect(screen.queryByText(/`/)).toBeNull();
  });
});

describe("a follow-up that a model writes", () => {
  it("appears sentence by sentence, with nothing to answer before it is whole", async () => {
    calls.set({ [streamCall]: { events: [words("You start from the base rate.")], ending: "hang" } });
    open();
    expect(await screen.findByText("You start from the base rate.")).toBeDefined();
    expect(screen.getByRole("status").textContent).toContain("is writing a follow-up");
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByText(bankAsks)).toBeNull();
  });

  it("can be answered once it is stored, and says who wrote it", async () => {
    const ask = "You start from the base rate. What if it doubles?";
    const events = [
      words("You start from the base rate."),
      words("What if it doubles?"),
      answered(settled(ask, "model")),
    ];
    calls.set({ [streamCall]: { events, ending: "end" } });
    open();
    expect(await field(ask)).toBeDefined();
    expect(screen.getByText(/A language model wrote this follow-up/)).toBeDefined();
  });

  it("is replaced by the bank's when a sentence was refused", async () => {
    const events = [words("Remember Bayes."), answered(settled(bankAsks, "fallback"))];
    calls.set({ [streamCall]: { events, ending: "end" } });
    open();
    expect(await field(bankAsks)).toBeDefined();
    expect(screen.queryByText(/Remember Bayes/)).toBeNull();
    // The server sends the same when it could not reach the model, or was too busy to ask it.
    expect(screen.getByText(/because the language model gave no usable follow-up/)).toBeDefined();
  });

  it.each([
    ["limit", /because today's limit for the language model is reached/],
    ["off", /because the language model is switched off for now/],
  ] as const)("is replaced by the bank's with the reason when the model is paused: %s", async (why, note) => {
    calls.set({ [streamCall]: { events: [answered(settled(bankAsks, why))], ending: "end" } });
    open();
    expect(await field(bankAsks)).toBeDefined();
    expect(screen.getByText(note)).toBeDefined();
  });

  it.each([
    ["ends in the middle", { events: [words("You start")], ending: "end" }],
    ["is refused by the limit", { status: 429, body: { code: "rate_limited", msg: "Too many." } }],
    ["fails on the server", { status: 500, body: { code: "internal", msg: "Sorry." } }],
    ["cannot be reached", "cut"],
  ] as const)("is replaced by the bank's when the stream %s", async (_, stream) => {
    calls.set({ [streamCall]: stream, ...stored(sampleAnswer) });
    open();
    expect(await field(bankAsks)).toBeDefined();
    expect(screen.queryByText("You start")).toBeNull();
    expect(screen.getByText(/the language model could not be reached/)).toBeDefined();
  });

  it("counts if the server stored it before the connection broke", async () => {
    const ask = "What if the base rate doubles?";
    calls.set({
      [streamCall]: { events: [words("What if")], ending: "end" },
      ...stored(settled(ask, "model")),
    });
    open();
    expect(await field(ask)).toBeDefined();
  });

  it("is the bank's if even the stored answer cannot be read", async () => {
    calls.set({ [streamCall]: "cut", [`GET ${path}`]: "cut" });
    open();
    expect(await field(bankAsks)).toBeDefined();
  });

  it("is requested again after a reload, and stored ones are not", async () => {
    calls.set({ [streamCall]: { events: [words("You start")], ending: "hang" } });
    open();
    await screen.findByText("You start");
    open();
    await waitFor(() => expect(calls.sent.filter(({ name }) => name === streamCall)).toHaveLength(2));
    open(settled("What if it doubles?", "model"));
    expect(await field("What if it doubles?")).toBeDefined();
    expect(calls.sent.filter(({ name }) => name === streamCall)).toHaveLength(2);
  });

  it("without a model is the bank's, and no call is made", async () => {
    open({ ...sampleAnswer, followUps: [{ ask: bankAsks, answer: null, source: "bank" }] });
    expect(await field(bankAsks)).toBeDefined();
    expect(screen.queryByText(/language model/)).toBeNull();
    expect(calls.sent).toEqual([]);
  });
});
