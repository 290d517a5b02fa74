import type { PracticeRound } from "@greenroom/contract/practice/rounds.ts";
import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useSession } from "../../session/session.tsx";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import PracticeRoundPage from "../pages/practice-round.tsx";
import { choiceNote, OpenRound, RoundSummary } from "./open-round.tsx";
import { sampleAnswer, sampleHistoryItem } from "./practice.testing.ts";

const calls = serveCallAnswers();
const endedRound: PracticeRound = {
  id: sampleAnswer.roundId,
  role: "data-scientist",
  level: null,
  topic: null,
  minutes: 30,
  startedAt: "2026-11-20T06:30:00.000Z",
  endsAt: "2026-11-20T07:00:00.000Z",
  endedAt: "2026-11-20T06:35:00.000Z",
  usesModel: false,
  now: "2026-11-20T06:40:00.000Z",
  answer: { ...sampleAnswer, stage: "explain", explanation: "", followUps: [] },
  questions: 1,
  canGoOn: false,
};

/** The person is signed in, and has practiced this. */
function serveHistory(...answers: object[]) {
  storeSession(sampleUser);
  calls.set({
    "GET /api/practice/answers": { body: { openRoundId: null, model: null, answers, hasMore: false } },
  });
}

function Page() {
  const { user } = useSession();
  return user === null ? null : <OpenRound round={endedRound} />;
}

it("of an ended round has no field for the unfinished question, and offers another round with it", async () => {
  serveHistory();
  renderScreen(<Page />);
  expect(await screen.findByRole("heading", { name: "Round ended" })).toBeDefined();
  expect(screen.queryByLabelText("Explain your approach")).toBeNull();
  const again = screen.getByRole("link", { name: "Answer it in another round" });
  expect(again.getAttribute("href")).toBe(`/practice?question=${sampleAnswer.question.id}`);
});

it("of an ended round links its unfinished question to the question, not to this page", async () => {
  const { id: questionId, title } = sampleAnswer.question;
  serveHistory({ ...sampleHistoryItem, finishedAt: null, hasContent: false });
  renderScreen(<Page />);
  const link = await screen.findByRole("link", { name: title });
  expect(link.getAttribute("href")).toBe(`/practice?question=${questionId}`);
});

it("of an ended round shows what was sent to the unfinished question", async () => {
  serveHistory();
  const answer = { ...endedRound.answer, stage: "defend" as const, explanation: "One label per item first." };
  renderScreen(<OpenRound round={{ ...endedRound, answer }} />);
  expect(await screen.findByText("One label per item first.")).toBeDefined();
});

it("says when the time is up, then takes nothing more and keeps what was written", async () => {
  serveHistory();
  const running = { ...endedRound, endedAt: null, now: "2026-11-20T07:00:56.000Z" };
  const over = { ...endedRound, endedAt: "2026-11-20T07:01:00.000Z", now: "2026-11-20T07:01:00.100Z" };
  calls.set({
    [`GET /api/practice/rounds/${endedRound.id}`]: [{ body: running }, { body: over }],
  });
  const path = `/practice/rounds/${endedRound.id}`;
  const { user } = renderScreen(<PracticeRoundPage />, { path, route: "/practice/rounds/:id" });
  // In one step: the round's clock is the real one.
  fireEvent.change(await screen.findByLabelText("Explain your approach"), { target: { value: "I count" } });
  expect(screen.getByText(/^Time is up\. You can still send/)).toBeDefined();
  expect(await screen.findByText(/^This round has ended/)).toBeDefined();
  expect(screen.getByLabelText("Explain your approach")).toHaveProperty("value", "I count");
  await user.click(screen.getByRole("button", { name: "Send explanation" }));
  expect(calls.sent.filter(({ name }) => name.startsWith("POST"))).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Go to the summary" }));
  expect(await screen.findByRole("heading", { name: "What you were writing" })).toBeDefined();
  expect(screen.getByText("I count")).toBeDefined();
});

it.each([
  ["an answer", true, true],
  ["a question that was handed in without one", false, false],
])("of an ended round offers to compare %s: %s", async (_name, hasContent, isOffered) => {
  const { finishedAt } = sampleHistoryItem;
  const done = { ...endedRound.answer, stage: "done" as const, finishedAt };
  serveHistory({ ...sampleHistoryItem, hasContent });
  renderScreen(<RoundSummary round={{ ...endedRound, answer: done }} />);
  expect(await screen.findByRole("link", { name: sampleHistoryItem.title })).toBeDefined();
  expect(screen.queryByText(/to compare your answer again/) !== null).toBe(isOffered);
});

it.each([
  [{ level: null, topic: null }, null],
  [{ level: "junior", topic: "statistics-experiments" }, null],
  [
    { level: "senior", topic: null },
    "No senior question for this role is left that fits the time, so this one is junior.",
  ],
  [
    { level: "mid", topic: "statistics-experiments" },
    "No mid-level question on statistics and experiments for this role is left that fits the time, so this one is junior.",
  ],
  [
    { level: "junior", topic: "sql" },
    "No question on SQL for this role is left that fits the time, so this one is on statistics and experiments.",
  ],
] as const)("of a round for %j says of a junior question on statistics: %s", (choice, note) => {
  expect(choiceNote({ ...endedRound, ...choice })).toBe(note);
});
