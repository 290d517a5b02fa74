import { expect, it } from "vitest";
import { feedbackDueText } from "./feedback-file.tsx";

const held = {
  status: "completed" as const,
  endTime: "2026-11-20T13:15:00.000Z",
  feedbackFileUrl: null,
  feedbackAwaitedFrom: "2026-11-20T13:15:00.000Z",
  remediedAt: null,
};
const remediedAt = "2026-11-22T13:16:00.000Z";
const earning = "You earn when you send it.";

it.each([
  ["due in two days", {}, "2026-11-21T00:00:00Z", "Your mentor's feedback is due by Sun 22 Nov, 18:45."],
  [
    "awaited from a later decision on",
    { feedbackAwaitedFrom: "2026-11-22T13:15:00.000Z" },
    "2026-11-22T13:15:00Z",
    "Your mentor's feedback is due by Tue 24 Nov, 18:45.",
  ],
  ["late", {}, "2026-11-22T13:15:00Z", "Your mentor's feedback was due by Sun 22 Nov, 18:45 and is late."],
  [
    "late, with a session returned",
    { remediedAt },
    "2026-11-23T00:00:00Z",
    "Your mentor's feedback is late, so we returned a session to you on Sun 22 Nov. The feedback is still to come.",
  ],
  ["here", { feedbackFileUrl: "/x", remediedAt }, "2026-11-23T00:00:00Z", null],
  ["not expected", { status: "cancelled" as const }, "2026-11-23T00:00:00Z", null],
  ["due", { isOwn: true }, "2026-11-21T00:00:00Z", `Your feedback is due by Sun 22 Nov, 18:45. ${earning}`],
  [
    "late, to its mentor",
    { isOwn: true },
    "2026-11-22T13:15:00Z",
    `Your feedback was due by Sun 22 Nov, 18:45 and is late. ${earning}`,
  ],
  ["sent, to its mentor", { isOwn: true, feedbackFileUrl: "/x" }, "2026-11-21T00:00:00Z", null],
])("says of feedback that is %s", (_name, change, now, words) => {
  const view = { isOwn: false, deadlineHours: 48, now: new Date(now), timeZone: "Asia/Kolkata", ...change };
  expect(feedbackDueText({ ...held, ...change }, view)).toBe(words);
});
