import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import DrillPage from "../pages/drill.tsx";
import { sampleCard, sampleSet, sampleToday } from "../rounds/practice.testing.ts";

const calls = serveCallAnswers();
const open = `GET /api/practice/drills/${sampleSet.id}`;
const card = (id: string, title: string) => ({
  ...sampleCard,
  id: `${id}.answer`,
  question: { ...sampleCard.question, id, title },
});
const drill = (...cards: object[]) => ({ body: { set: sampleSet, today: sampleToday, cards } });
const dueIn = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** Does the only card of a review, which returns after this many minutes. */
async function doCard(minutes: number) {
  storeSession(sampleUser);
  calls.set({
    "POST /api/practice/cards/first.answer/reveal": {
      body: {
        key: {
          modelAnswer: "One in ten.",
          criteria: [],
          commonErrors: [],
          referenceSolution: null,
          hiddenTests: [],
        },
        dueAfter: { again: dueIn(1), hard: dueIn(6), good: dueIn(10), easy: dueIn(5_000) },
      },
    },
    "POST /api/practice/cards/first.answer/reviews": {
      body: { dueAt: dueIn(minutes), now: dueIn(0), today: { ...sampleToday, reviewed: 4 } },
    },
  });
  const { user } = renderScreen(<DrillPage />, {
    path: `/practice/drills/${sampleSet.id}`,
    route: "/practice/drills/:setId",
  });
  await user.click(await screen.findByRole("button", { name: "Show answer" }));
  await user.click(await screen.findByRole("button", { name: /^Easy/ }));
  return user;
}

it("offers other cards while the cards of the review are not due", async () => {
  calls.set({ [open]: [drill(card("first", "A rare disease")), drill(card("second", "A coin"))] });
  const user = await doCard(10);
  await screen.findByText("The next one appears here in 10 min. You can wait for it, or do other cards.");
  await user.click(screen.getByRole("button", { name: "Start another review" }));
  await screen.findByRole("heading", { name: "A coin" });
});

it("stays at the end of a review when the next one cannot be loaded, and says so", async () => {
  const failed = { status: 503, body: { msg: "Try again.", code: "unavailable", requestId: "r" } };
  calls.set({ [open]: [drill(card("first", "A rare disease")), failed] });
  const user = await doCard(5_000);
  const again = await screen.findByRole("button", { name: "Start another review" });
  await user.click(again);
  await screen.findByText("Try again.");
  expect(screen.queryByRole("heading", { name: "A rare disease" })).toBeNull();
  calls.set({ [open]: drill(card("second", "A coin")) });
  await waitFor(() => expect(screen.getByRole("button", { name: "Start another review" })).toBeTruthy());
  await user.click(screen.getByRole("button", { name: "Start another review" }));
  await screen.findByRole("heading", { name: "A coin" });
});
