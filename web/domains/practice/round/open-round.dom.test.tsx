import type { PracticeRound } from "@greenroom/contract/practice/rounds.ts";
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useSession } from "../../../session/session.tsx";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { sampleAnswer } from "../practice.testing.ts";
import { OpenRound } from "./open-round.tsx";

const calls = serveCallAnswers();
const endedRound: PracticeRound = {
  id: sampleAnswer.roundId,
  role: "data-scientist",
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

function Page() {
  const { user } = useSession();
  return user === null ? null : <OpenRound round={endedRound} />;
}

it("of an ended round has no field for the unfinished question, and offers another round with it", async () => {
  storeSession(sampleUser);
  calls.set({
    "GET /api/practice/answers": {
      body: { openRoundId: null, model: null, answers: [], hasMore: false },
    },
  });
  renderScreen(<Page />);
  expect(await screen.findByRole("heading", { name: "Round ended" })).toBeDefined();
  expect(screen.queryByLabelText("Explain your approach")).toBeNull();
  const again = screen.getByRole("link", { name: "Answer it in another round" });
  expect(again.getAttribute("href")).toBe(`/practice?question=${sampleAnswer.question.id}`);
});
