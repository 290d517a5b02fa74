import type { ReportView as ReportContent } from "@greenroom/contract/review/reports/reports.ts";
import { type AiFeedback, nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { screen, within } from "@testing-library/react";
import type { GlobalWindow } from "happy-dom";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../../testing/sample-data.ts";
import { at, bookingId, recordOf, said } from "../moments/record.testing.ts";
import { ReportView } from "../report-view.tsx";

const calls = serveCallAnswers();
const stepId = "0190a5b8-7c00-7000-8000-0000000000d1";
const record = recordOf([
  said("i1", 60, "Hello."),
  said("i2", 761, "I split by time."),
  said("i3", 1200, "It leaks."),
]);
const evidence = {
  itemId: "i3",
  quote: "It leaks.",
  at: at(1200),
  atSeconds: 1200,
  kind: "utterance",
  isOwn: true,
} as const;
const report: AiFeedback = {
  areas: [{ name: "coding", label: "Coding" }],
  claims: [{ id: "c1", area: "coding", kind: "improvement", text: "Split first.", evidence: [evidence] }],
  checked: 1,
  verified: 1,
  shown: 1,
  source: { kind: "model", name: "m", promptVersion: "1" },
  measured: { ...nothingMeasured, mentorScores: [{ area: "coding", score: 3 }] },
  plan: [{ claimId: "c1", title: "Split", exercise: "By time.", questionId: null, drillId: null }],
  madeAt: at(4000),
  isLate: false,
};
const mentorFeedback: NonNullable<ReportContent["mentorFeedback"]> = {
  notes: [{ area: "coding", notes: "Calm.\n[12:41, marked good] Says the plan first." }],
  nextSteps: [{ id: stepId, text: "Split an old project.", isDone: false }],
  questions: [{ title: "Two sum", questionId: "two-sum" }],
};

const noProgress = { interviews: [], areas: [], nextFocus: null };
beforeEach(() =>
  calls.set({
    [`GET /api/rooms/${bookingId}/record`]: { body: record },
    "GET /api/user/progress": { body: noProgress },
  }),
);

const { happyDOM } = window as unknown as GlobalWindow;
/** On the wide page, the record has room beside the points. */
const [narrow, wide] = [1024, 1440];
afterEach(() => happyDOM.setViewport({ width: narrow }));

function open(changes: Partial<AiFeedback> = {}, { isDeleted = false } = {}) {
  storeSession(sampleUser);
  const view: ReportContent = {
    bookingId,
    report: { ...report, ...changes },
    disputes: [],
    useful: null,
    track: "general",
    mentorSummary: "Calm.",
    mentorFeedback,
    doneExercises: [],
    record: { deletedAt: "2027-11-22T13:15:00.000Z", isDeleted },
  };
  return renderScreen(<ReportView view={view} booking={undefined} timeZone="Asia/Kolkata" />);
}

const note = () => screen.getByRole("link", { name: /^12:41 · marked good/, hidden: true });

it.each([
  ["with points beside", {}],
  ["without points", { claims: [], plan: [], shown: 0 }],
])("opens the time of a note over a wide page %s, and over a narrow one", async (_, changes) => {
  for (const width of [wide, narrow]) {
    happyDOM.setViewport({ width });
    const { user, path, unmount } = open(changes);
    expect(note().getAttribute("aria-current")).toBeNull();
    await user.click(note());
    const dialog = within(await screen.findByRole("dialog", { name: "Interview record" }));
    expect(await dialog.findByRole("heading", { name: "The record at 12:41" })).toBeDefined();
    expect(dialog.getByText("I split by time.")).toBeDefined();
    expect(path()).toBe("/");
    expect(note().getAttribute("aria-current")).toBe("true");
    await user.click(dialog.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    unmount();
  }
});

it("leaves a bar on a narrow page that leads back to the note's moment", async () => {
  const { user } = open();
  await user.click(note());
  await user.click(await screen.findByRole("button", { name: "Close" }));
  const bar = screen.getByRole("button", { name: /^Open the record at 12:41 marked good/ });
  expect(within(bar).getByText("Says the plan first.")).toBeDefined();
});

it("opens the moment of an exercise without leaving the page", async () => {
  const { user, path } = open();
  await user.click(screen.getByRole("link", { name: /^20:00 ?, the moment that this exercise is for/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Interview record" }));
  expect(await dialog.findByRole("heading", { name: "The record at 20:00" })).toBeDefined();
  expect(path()).toBe("/");
});

it("shows the times of a deleted record as text", () => {
  open({}, { isDeleted: true });
  expect(screen.queryByRole("link", { name: /12:41|20:00/ })).toBeNull();
  expect(screen.getByText("12:41 · marked good")).toBeDefined();
  expect(screen.getByText("20:00")).toBeDefined();
});

it("stores that a next step is done, and says if it could not be stored", async () => {
  const tick = `POST /api/user/reports/${bookingId}/steps/${stepId}`;
  calls.set({
    "GET /api/user/progress": { body: noProgress },
    [tick]: [{ status: 500, body: { msg: "", code: "internal" } }, { body: { msg: "Marked as done." } }],
  });
  const { user } = open();
  const step = screen.getByRole("checkbox", { name: "Split an old project." });
  await user.click(step);
  expect(await screen.findByText(/Your answer could not be saved/)).toBeDefined();
  await user.click(step);
  await expect
    .poll(() => calls.sent.filter(({ name }) => name === tick))
    .toMatchObject([{ body: { done: true } }, { body: { done: true } }]);
});

it("links a question of the bank to practicing it", () => {
  open();
  const link = screen.getByRole("link", { name: /^Practice it ?: Two sum/ });
  expect(link.getAttribute("href")).toBe("/practice?question=two-sum");
});
