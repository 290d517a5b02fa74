import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../db/transaction.ts";
import { createTestApp, type TestApp, testNow } from "../../testing/app.ts";
import { letItPass, type Staged, stageBooking } from "../bookings/bookings.testing.ts";
import { completeDueBookings } from "../bookings/complete-due-bookings.ts";
import { eraseAiReports } from "./erase-ai-reports.ts";
import { keepAiReport } from "./keep-ai-report.ts";

let app: TestApp;
let staged: Staged;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  app.clock.set(testNow);
  staged = await stageBooking(app);
});
afterAll(() => app.close());

const report = {
  summary: "Clear on the basics,\nquick with examples.",
  strengths: ["Named the trade-off before being asked"],
  improvements: [],
  moments: [{ atSeconds: 754, text: "Bias and variance, told apart with an example" }],
};

const keep = (change: object = {}, bookingId = staged.booking._id) =>
  keepAiReport(app.deps, { bookingId, report: { ...report, ...change } });

async function hold() {
  letItPass(app, staged.booking);
  await completeDueBookings(app.deps);
}

async function reportsIn(path: string, { token }: { token: string }) {
  const { status, body } = await app.call("GET", path, { token });
  expect(status).toBe(200);
  return body.map(({ aiFeedback }: { aiFeedback: unknown }) => aiFeedback);
}

describe("the AI's report of a session", () => {
  it("is not there until there is one, and then stands in its interviewee's sessions", async () => {
    expect(await reportsIn("/api/user/sessions", staged.interviewee)).toEqual([null]);
    await hold();
    await keep();
    expect(await reportsIn("/api/user/sessions", staged.interviewee)).toEqual([report]);
    expect(await reportsIn("/api/interviewer/history", staged.interviewer)).toEqual([undefined]);
  });

  it("made again, the later one stands", async () => {
    await hold();
    await keep();
    await keep({ summary: "A second look." });
    const [kept] = await reportsIn("/api/user/sessions", staged.interviewee);
    expect(kept.summary).toBe("A second look.");
  });

  it("is kept of no session that was not held, and of none that is not there", async () => {
    await expect(keep()).rejects.toThrow("A report is made of a session that was held.");
    await expect(keep({}, "0190a5b8-7c00-7000-8000-00000000000f")).rejects.toThrow("does not exist");
  });

  it.each([
    ["no summary", { summary: " " }],
    ["a moment before the start", { moments: [{ atSeconds: -1, text: "Early" }] }],
    ["a moment that points nowhere", { moments: [{ text: "Somewhere" }] }],
    ["a field that nobody knows", { score: 5 }],
    ["a character that no text holds", { strengths: ["nul \u0000"] }],
  ])("with %s is refused whole", async (_, change) => {
    await hold();
    await expect(keep(change)).rejects.toThrow();
    expect(await reportsIn("/api/user/sessions", staged.interviewee)).toEqual([null]);
  });

  it("goes with its interviewee's account", async () => {
    await hold();
    await keep();
    await inTransaction(app.deps.database, (tx) => eraseAiReports(tx, staged.interviewee.user._id));
    expect(await reportsIn("/api/user/sessions", staged.interviewee)).toEqual([null]);
  });
});
