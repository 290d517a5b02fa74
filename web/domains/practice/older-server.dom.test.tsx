import type { PracticeRound } from "@greenroom/contract/practice/rounds.ts";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { choiceNote } from "./choice-note.ts";
import { StartRound } from "./hub/start-round.tsx";
import { sampleAnswer } from "./practice.testing.ts";

const calls = serveCallAnswers();
const startCall = "POST /api/practice/rounds";
const role = "data-analyst";
const round = { id: sampleAnswer.roundId, answer: sampleAnswer };
const refusalOf = (...fields: string[]) => ({
  status: 400,
  body: {
    code: "invalid_input",
    msg: `Unknown field: ${fields[0]}.`,
    details: fields.map((path) => ({ path, msg: `Unknown field: ${path}.` })),
  },
});

async function start(goal: { level: "mid" | null; topic: "sql" | null }) {
  storeSession(sampleUser);
  const { user } = renderScreen(
    <StartRound role={role} goal={goal} questionId={null} openRoundId={null} model={null} />,
  );
  await user.click(screen.getByRole("button", { name: "Start" }));
}
const sent = () => calls.sent.filter(({ name }) => name === startCall);

describe("beside a server of the previous version, which knows no level and topic of a round", () => {
  it.each([
    [{ level: "mid", topic: "sql" }, ["level", "topic"]],
    [{ level: "mid", topic: null }, ["level"]],
    [{ level: null, topic: "sql" }, ["topic"]],
  ] as const)("a round of %j starts without them", async (goal, fields) => {
    calls.set({ [startCall]: [refusalOf(...fields), { body: round, status: 201 }] });
    await start(goal);
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[0]?.body).toMatchObject(Object.fromEntries(fields.map((name) => [name, goal[name]])));
    expect(sent()[1]?.body).toEqual({ role, minutes: 15, usesModel: false });
    expect(sent()[1]?.headers["idempotency-key"]).not.toBe(sent()[0]?.headers["idempotency-key"]);
  });

  it("another refusal is shown, and nothing is sent again", async () => {
    calls.set({
      [startCall]: {
        status: 400,
        body: {
          code: "invalid_input",
          msg: "Choose one of the roles.",
          details: [{ path: "role", msg: "" }],
        },
      },
    });
    await start({ level: "mid", topic: "sql" });
    await screen.findByText("Choose one of the roles.");
    expect(sent()).toHaveLength(1);
  });

  it("the question of a round says nothing about them", () => {
    const olderRound = { answer: sampleAnswer } as PracticeRound;
    expect(choiceNote(olderRound)).toBeNull();
  });
});
