import type { Booking, NoShowReport } from "@greenroom/contract/bookings.ts";
import { describe, expect, it, test } from "vitest";
import { noticeBeforeBooking, outcomeWords } from "./notice-words.ts";

const report = (by: NoShowReport["by"], outcome: NoShowReport["outcome"]): NoShowReport => ({
  by,
  outcome,
  reportedAt: "2026-11-20T12:45:00.000Z",
  record: { interviewee: [], interviewer: [] },
});

function wordsOf(status: Booking["status"], noShowReports: NoShowReport[], viewer: NoShowReport["by"]) {
  return outcomeWords({ status, noShowReports, cancellation: null } as unknown as Booking, viewer);
}

const stands = "A report of a no-show was looked into and does not stand.";
const waits = "A report of a no-show does not go with what is on record: a person of ours decides.";

describe("what became of an interview that was reported on", () => {
  it.each([
    ["completed", [report("interviewee", "pending")], "interviewer", [waits]],
    ["completed", [report("interviewee", "dismissed")], "interviewer", [stands]],
    [
      "no_show_interviewer",
      [report("interviewee", "upheld")],
      "interviewee",
      ["Your interviewer did not come. Your session came back."],
    ],
    [
      "no_show_interviewer",
      [report("interviewer", "dismissed")],
      "interviewee",
      ["The room saw neither of you. Your session came back."],
    ],
    [
      "no_show_interviewer",
      [report("interviewer", "dismissed")],
      "interviewer",
      ["The room saw neither of you. The session went back and nothing is paid."],
    ],
    [
      "no_show_interviewer",
      [report("interviewee", "upheld"), report("interviewer", "dismissed")],
      "interviewee",
      ["Your interviewer did not come. Your session came back.", stands],
    ],
  ] as const)("%s, %j, to the %s", (status, reports, viewer, words) => {
    expect(wordsOf(status, [...reports], viewer)).toEqual(words);
  });
});

test.each([
  [12, 13, "Free to cancel until 12 hours before"],
  [12, 12, "Free to cancel until 12 hours before"],
  [12, 11, "Starts in less than 12 hours: cancelling would cost the session"],
  [0, 1, "Free to cancel until it starts"],
])("with a notice of %i hours, %i hours before the slot: %s", (noticeHours, hoursAhead, words) => {
  const now = new Date("2026-11-21T06:00:00Z");
  const startsAt = new Date(now.getTime() + hoursAhead * 3_600_000);
  expect(noticeBeforeBooking(noticeHours, startsAt, now)).toBe(words);
});
