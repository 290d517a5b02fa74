import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { useSession } from "../../session/session.tsx";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { Button } from "../../ui/button.tsx";
import { ActiveQuestion, HintLadder } from "./active-question.tsx";
import { sampleAnswer } from "./practice.testing.ts";

const unexplained: PracticeAnswer = { ...sampleAnswer, stage: "explain", explanation: "", followUps: [] };

/** `stale`: the answer on the server once another tab went on. */
function Question({ stale }: { stale: PracticeAnswer }) {
  const [answer, setAnswer] = useState(unexplained);
  const { user } = useSession();
  if (user === null) return null;
  return (
    <ActiveQuestion
      answer={answer}
      now={new Date(answer.startedAt)}
      onChange={setAnswer}
      onStale={() => setAnswer(stale)}
    />
  );
}

/** A round that ends when a button of the test is pressed. */
function EndingRound() {
  const [isEnded, setEnded] = useState(false);
  const { user } = useSession();
  if (user === null) return null;
  return (
    <>
      <ActiveQuestion
        answer={unexplained}
        isRoundEnded={isEnded}
        now={new Date(unexplained.startedAt)}
        onChange={() => undefined}
        onStale={() => undefined}
        onShowSummary={() => undefined}
      />
      <button type="button" data-testid="end" onClick={() => setEnded(true)}>
        The time passes
      </button>
    </>
  );
}

describe("active question", () => {
  const calls = serveCallAnswers();
  const defending: PracticeAnswer = {
    ...sampleAnswer,
    followUps: [{ ask: "Which number matters most?", answer: null, source: "bank" }],
  };
  const explainCall = `POST /api/practice/answers/${sampleAnswer.id}/explanation`;
  const finishCall = `POST /api/practice/answers/${sampleAnswer.id}/finish`;

  const sentKeys = () =>
    calls.sent.filter(({ name }) => name === explainCall).map(({ headers }) => headers["idempotency-key"]);

  async function open(stale = defending) {
    storeSession(sampleUser);
    const { user } = renderScreen(<Question stale={stale} />);
    await screen.findByLabelText("Explain your approach");
    return user;
  }
  const field = () => screen.getByLabelText("Explain your approach") as HTMLTextAreaElement;
  async function explain(text: string) {
    const user = await open();
    await user.type(field(), text);
    await user.click(screen.getByRole("button", { name: "Send explanation" }));
    return user;
  }

  describe("an explanation", () => {
    it("is sent once by two presses in the same moment", async () => {
      calls.set({ [explainCall]: { body: defending } });
      const user = await open();
      await user.type(field(), "I start from the base rate.");
      const send = screen.getByRole("button", { name: "Send explanation" });
      act(() => {
        send.click();
        send.click();
      });
      expect(await screen.findByLabelText("Defend: Which number matters most?")).toBeDefined();
      expect(calls.sent.filter(({ name }) => name === explainCall)).toHaveLength(1);
      expect(screen.queryByText(/not open/)).toBeNull();
    });

    it("that is too long stays whole, says by how much, and is not sent", async () => {
      const user = await open();
      await user.click(field());
      await user.paste("x".repeat(100_000));
      expect(field().value).toHaveLength(100_000);
      expect(screen.getByText(/at most 8,000 characters long\. This one is 92,000 too long\./)).toBeDefined();
      await user.click(screen.getByRole("button", { name: "Send explanation" }));
      expect(calls.sent).toEqual([]);
    });

    it("stays in the field while the server cannot be reached, and goes out on another try", async () => {
      calls.set({ [explainCall]: ["cut", "cut", "cut", { body: defending }] });
      const user = await explain("I start from the base rate.");
      const problem = /What you wrote is kept: try again/;
      expect(await screen.findByText(problem)).toBeDefined();
      expect(field().value).toBe("I start from the base rate.");
      await user.click(screen.getByRole("button", { name: "Send explanation" }));
      expect(await screen.findByLabelText("Defend: Which number matters most?")).toBeDefined();
      expect(new Set(sentKeys())).toHaveLength(1);
    });

    it("that was stored although its confirmation was lost is confirmed automatically", async () => {
      calls.set({ [explainCall]: ["cut", { body: defending }] });
      await explain("I start from the base rate.");
      const next = "Defend: Which number matters most?";
      expect(await screen.findByLabelText(next)).toBeDefined();
      expect(sentKeys()).toEqual([expect.stringMatching(/./), sentKeys()[0]]);
      expect(screen.queryByText(/not sent/)).toBeNull();
      expect(screen.queryByText(/try again/)).toBeNull();
    });

    it("that was stored before a reload is not shown as one that was not sent", async () => {
      const msg = "You have already explained this.";
      calls.set({ [explainCall]: { status: 409, body: { code: "conflict", msg } } });
      await explain(defending.explanation);
      expect(await screen.findByLabelText("Defend: Which number matters most?")).toBeDefined();
      expect(screen.queryByText(/not sent/)).toBeNull();
    });

    it("that was not sent because another tab went on can still be read and copied", async () => {
      const msg = "You have already explained this.";
      calls.set({ [explainCall]: { status: 409, body: { code: "conflict", msg } } });
      await explain("My other thought.");
      expect(await screen.findByText(/here or in another tab, so this was not sent/)).toBeDefined();
      await waitFor(() => expect(screen.getByText("My other thought.")).toBeDefined());
      expect(screen.getByLabelText("Defend: Which number matters most?")).toBeDefined();
    });

    it("that was not sent stays when the question cannot be finished either, because another tab went on", async () => {
      const refused = { status: 409, body: { code: "conflict", msg: "This question is no longer open." } };
      calls.set({ [explainCall]: refused, [finishCall]: refused });
      const user = await explain("My other thought.");
      expect(await screen.findByText("My other thought.")).toBeDefined();
      await user.click(screen.getByRole("button", { name: "Finish question" }));
      const dialog = within(await screen.findByRole("alertdialog"));
      await user.click(dialog.getByRole("button", { name: "Finish question" }));
      await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
      expect(calls.sent.map(({ name }) => name)).toContain(finishCall);
      expect(screen.getByText("My other thought.")).toBeDefined();
    });
  });

  it("a question that is about to be finished when its round ends leads to the summary", async () => {
    storeSession(sampleUser);
    const { user } = renderScreen(<EndingRound />);
    await user.click(await screen.findByRole("button", { name: "Finish question" }));
    expect(await screen.findByRole("alertdialog")).toBeDefined();
    act(() => screen.getByTestId("end").click());
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(screen.getByRole("button", { name: "Go to the summary" })).toBeDefined();
    expect(screen.queryByRole("button", { name: /hint/ })).toBeNull();
    expect(calls.sent).toEqual([]);
  });
});

const openedAt = "2026-11-20T06:34:00.000Z";

const withHints = (...texts: string[]): PracticeAnswer => ({
  ...sampleAnswer,
  hints: { total: 3, opened: texts.map((text) => ({ text, openedAt })), nextOpensAt: openedAt },
});

/** Loading shows the first hint as open, such as with the answer to an explanation. */
function Page() {
  const [answer, setAnswer] = useState(withHints());
  return (
    <>
      <HintLadder answer={answer} now={new Date("2026-11-20T06:40:00.000Z")} onChange={setAnswer} />
      <Button onClick={() => setAnswer(withHints("Start from the base rate."))}>Load</Button>
    </>
  );
}

describe("hint ladder", () => {
  const calls = serveCallAnswers();
  const hintCall = `POST /api/practice/answers/${sampleAnswer.id}/hints`;

  it("opens the next hint with one press, although the answer to the one before was lost", async () => {
    storeSession(sampleUser);
    calls.set({
      [hintCall]: ["cut", "cut", "cut", { body: withHints("Start from the base rate.", "Draw a tree.") }],
    });
    const { user } = renderScreen(<Page />);
    await user.click(await screen.findByRole("button", { name: "Open hint 1" }));
    await screen.findByText(/It's safe to try again/);
    await user.click(screen.getByRole("button", { name: "Load" }));
    await user.click(screen.getByRole("button", { name: "Open hint 2" }));
    expect(await screen.findByText("Draw a tree.")).toBeDefined();
    const keys = calls.sent
      .filter(({ name }) => name === hintCall)
      .map(({ headers }) => headers["idempotency-key"]);
    await waitFor(() => expect(keys).toHaveLength(4));
    expect(keys[3]).not.toBe(keys[0]);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
  });
});
