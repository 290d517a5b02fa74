import { expect, it } from "vitest";
import { mentorFeedbackText, ownFeedbackText } from "./feedback-file.tsx";

const held = {
  status: "completed" as const,
  endTime: "2026-11-20T13:15:00.000Z",
  feedbackFileUrl: null,
  remediedAt: null,
};

it.each([
  ["due in two days", {}, "2026-11-21T00:00:00Z", "Your mentor's feedback is due by Sun 22 Nov, 18:45."],
  ["late", {}, "2026-11-22T13:15:00Z", "Your mentor's feedback was due by Sun 22 Nov, 18:45 and is late."],
  [
    "late, with a session returned",
    { remediedAt: "2026-11-22T13:16:00.000Z" },
    "2026-11-23T00:00:00Z",
    "Your mentor's feedback is late, so we returned a session to you on Sun 22 Nov. The feedback is still to come.",
  ],
  ["here", { feedbackFileUrl: "/x", remediedAt: "2026-11-22T13:16:00.000Z" }, "2026-11-23T00:00:00Z", null],
  ["not expected", { status: "cancelled" as const }, "2026-11-23T00:00:00Z", null],
])("of feedback that is %s", (_name, change, now, words) => {
  const view = { deadlineHours: 48, now: new Date(now), timeZone: "Asia/Kolkata" };
  expect(mentorFeedbackText({ ...held, ...change }, view)).toBe(words);
});

it.each([
  [
    "due in two days",
    {},
    "2026-11-21T00:00:00Z",
    "Your feedback is due by Sun 22 Nov, 18:45. You earn when you send it.",
  ],
  [
    "late",
    {},
    "2026-11-22T13:15:00Z",
    "Your feedback was due by Sun 22 Nov, 18:45 and is late. You earn when you send it.",
  ],
  ["in", { feedbackFileUrl: "/x" }, "2026-11-21T00:00:00Z", null],
  ["not expected", { status: "no_show_interviewee" as const }, "2026-11-21T00:00:00Z", null],
])("tells the mentor of feedback that is %s", (_name, change, now, words) => {
  const view = { deadlineHours: 48, now: new Date(now), timeZone: "Asia/Kolkata" };
  expect(ownFeedbackText({ ...held, ...change }, view)).toBe(words);
});
