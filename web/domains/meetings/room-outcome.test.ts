import { describe, expect, it } from "vitest";
import { roomOutcome } from "./room-outcome.ts";

const bookingId = "0190a5b8-7c00-7000-8000-00000000000f";

describe("what a room says when its session is no more", () => {
  it.each([
    ["completed", "interviewee", "That’s a wrap", `/interviewee-dashboard/my-sessions?feedback=${bookingId}`],
    ["completed", "interviewer", "That’s a wrap", "/interviewer-dashboard/history"],
    ["pending", "interviewer", "That’s a wrap", "/interviewer-dashboard/history"],
    ["cancelled", "interviewee", "This interview was cancelled", "/interviewee-dashboard/my-sessions"],
    ["no_show_interviewer", "interviewee", "Your interviewer did not come", "/interviewee-dashboard/booking"],
    [
      "no_show_interviewer",
      "interviewer",
      "You were reported as not having come",
      "/interviewer-dashboard/history",
    ],
    ["no_show_interviewee", "interviewer", "Your interviewee did not come", "/interviewer-dashboard/history"],
    [
      "no_show_interviewee",
      "interviewee",
      "You were reported as not having come",
      "/interviewee-dashboard/my-sessions",
    ],
  ] as const)("%s, to the %s: %s", (status, role, title, to) => {
    expect(roomOutcome({ bookingId, status }, role)).toMatchObject({ title, next: { to } });
  });
});
