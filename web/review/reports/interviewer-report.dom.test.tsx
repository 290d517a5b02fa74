import { type AiFeedback, nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleBooking, sampleUser, storeSession } from "../../testing/sample-data.ts";
import { ReportButton } from "../sessions/history-list.tsx";

const calls = serveCallAnswers();
const path = `GET /api/interviewer/reports/${sampleBooking._id}`;

const measured: AiFeedback["measured"] = { ...nothingMeasured, talkShare: 0.7, pace: 120 };
const evidence = { quote: "I would split by time", at: "2026-11-22T12:48:05.000Z", atSeconds: 1085 };
const report: AiFeedback = {
  areas: [{ name: "session", label: "The interview" }],
  claims: [
    {
      id: "claim",
      area: "session",
      kind: "observation",
      text: "At 18:10 your interviewer marked this moment as good.",
      evidence: [
        { ...evidence, itemId: "answer", kind: "utterance", isOwn: true },
        { ...evidence, itemId: "question", quote: "How do you split?", kind: "utterance", isOwn: false },
      ],
    },
  ],
  checked: 1,
  verified: 1,
  shown: 1,
  source: { kind: "measured" },
  measured,
  plan: [],
  madeAt: "2026-11-22T13:35:00.000Z",
  isLate: false,
};
const record = { deletedAt: "2027-11-22T13:15:00.000Z", isDeleted: false };

async function open() {
  storeSession({ ...sampleUser, role: "interviewer" });
  const screenOf = renderScreen(
    <ReportButton bookingId={sampleBooking._id} interviewee={{ firstName: "Meera", lastName: "Iyer" }} />,
  );
  await screenOf.user.click(screen.getByRole("button", { name: /Interview report/ }));
  return screenOf;
}

it("says when the report is made while there is none, and not that something failed", async () => {
  calls.set({ [path]: { status: 404, body: { msg: "There is no report for this interview yet." } } });
  await open();
  expect(await screen.findByText(/^Ready .+ after the interview\.$/)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

it("offers another attempt when the report could not be loaded", async () => {
  calls.set({ [path]: { status: 500, body: { msg: "Something went wrong." } } });
  await open();
  expect(await screen.findByRole("button", { name: "Try again" })).toBeDefined();
});

it("says whom the report addresses, and names that person in our own labels", async () => {
  const bookingId = sampleBooking._id;
  const view = { bookingId, report, record, disputes: [], useful: null, track: "general", doneExercises: [] };
  calls.set({ [path]: { body: view } });
  await open();
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("At 18:10 your interviewer marked this moment as good.");
  expect(dialog.getByText("This is what Meera sees.")).toBeDefined();
  expect(dialog.getByText(/Meera said/)).toBeDefined();
  expect(dialog.getByText(/interviewer said/)).toBeDefined();
  expect(dialog.getByText("Meera spoke 70% of the words, and you 30%.")).toBeDefined();
  expect(dialog.queryByText(/you said|You spoke|You 70%/)).toBeNull();
});

it("shows what the interviewer wrote in full, whose times open the record and whose steps are not theirs to tick", async () => {
  const bookingId = sampleBooking._id;
  const view = {
    bookingId,
    report: { ...report, measured: { ...measured, mentorScores: [{ area: "coding", score: 4 }] } },
    ...{ disputes: [], useful: null, track: "general", doneExercises: [] },
    mentorSummary: "Frames the problem first.",
    mentorFeedback: {
      notes: [{ area: "coding", notes: "Calm throughout.\n[12:41, run 3] ZeroDivisionError" }],
      nextSteps: [
        { id: "step-1", text: "Write a launch plan.", isDone: true },
        { id: "step-2", text: "Read on interleaving.", isDone: false },
      ],
      questions: [{ title: "Rank a feed", questionId: null }],
    },
    record,
  };
  calls.set({ [path]: { body: view } });
  const { user, path: currentPath, search } = await open();
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("“Frames the problem first.”")).toBeDefined();
  expect(dialog.getByText("Calm throughout.")).toBeDefined();
  expect(dialog.getByText("ZeroDivisionError")).toBeDefined();
  const steps = dialog.getAllByRole<HTMLInputElement>("checkbox");
  expect(steps.filter(({ checked }) => checked)).toHaveLength(1);
  for (const step of steps) await user.click(step);
  expect(steps.map(({ checked }) => checked)).toEqual([true, false]);
  expect(calls.sent.filter(({ name }) => name.startsWith("POST"))).toEqual([]);
  expect(dialog.getByText("Rank a feed")).toBeDefined();
  await user.click(dialog.getByRole("link", { name: /^12:41 · run 3/ }));
  expect([currentPath(), search()]).toEqual([`/session-record/${bookingId}`, "?at=12%3A41"]);
});

it("shows the report alone if the interviewer uploaded a PDF", async () => {
  const bookingId = sampleBooking._id;
  const view = { bookingId, report, record, disputes: [], useful: null, track: "general", doneExercises: [] };
  calls.set({ [path]: { body: { ...view, mentorSummary: null, mentorFeedback: null } } });
  await open();
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText("At 18:10 your interviewer marked this moment as good.");
  expect(dialog.queryByText("Your mentor's scores")).toBeNull();
});
