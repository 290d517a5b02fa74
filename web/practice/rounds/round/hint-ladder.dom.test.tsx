import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { sampleAnswer } from "../practice.testing.ts";
import { HintLadder } from "./hint-ladder.tsx";

const calls = serveCallAnswers();
const hintCall = `POST /api/practice/answers/${sampleAnswer.id}/hints`;
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
