import { describe, expect, it } from "vitest";
import { endedText, isEndedEarly, roomOutcome } from "./room-outcome.ts";

const bookingId = "0190a5b8-7c00-7000-8000-00000000000f";

describe("the message of a room after its interview", () => {
  it.each([
    ["completed", "interviewee", "That’s a wrap", `/interviewee-dashboard/my-sessions?feedback=${bookingId}`],
    ["completed", "interviewer", "That’s a wrap", "/interviewer-dashboard/history"],
    ["pending", "interviewer", "That’s a wrap", "/interviewer-dashboard/history"],
    ["cancelled", "interviewee", "This interview was canceled", "/interviewee-dashboard/my-sessions"],
    [
      "no_show_interviewer",
      "interviewee",
      "Your interviewer did not attend",
      "/interviewee-dashboard/booking",
    ],
    ["no_show_interviewer", "interviewer", "You missed this interview", "/interviewer-dashboard/history"],
    [
      "no_show_interviewee",
      "interviewer",
      "Your interviewee did not attend",
      "/interviewer-dashboard/history",
    ],
    ["no_show_interviewee", "interviewee", "You missed this interview", "/interviewee-dashboard/my-sessions"],
  ] as const)("%s, to the %s: %s", (status, role, title, to) => {
    expect(
      roomOutcome({ bookingId, status, isUnclear: false, transcript: { hasUtterances: false } }, role),
    ).toMatchObject({
      title,
      next: { to },
    });
  });
});

it.each(["interviewee", "interviewer"] as const)(
  "with a transcript, the message tells the %s where to correct it",
  (role) => {
    const textWith = (hasUtterances: boolean) =>
      roomOutcome({ bookingId, status: "completed", isUnclear: false, transcript: { hasUtterances } }, role)
        .text;
    expect(textWith(true)).toContain("you can correct your words in the interview record");
    expect(textWith(false)).not.toContain("correct");
  },
);

describe("an interview that its interviewer ended", () => {
  const endTime = "2026-11-20T13:15:00.000Z";
  const early = { status: "completed", isUnclear: false, now: "2026-11-20T12:50:00.000Z", endTime } as const;

  it("is recognized when it ended early", () => {
    expect(isEndedEarly(early)).toBe(true);
    expect(isEndedEarly({ ...early, status: "pending" })).toBe(false);
    expect(isEndedEarly({ ...early, now: endTime })).toBe(false);
  });

  it("names who ended it, to each of the two", () => {
    const interviewer = {
      _id: "1",
      firstName: "Asha",
      lastName: "Rao",
      role: "interviewer",
      isPresent: true,
    } as const;
    const interviewee = { ...interviewer, _id: "2", firstName: "Ben", role: "interviewee" } as const;
    const seenBy = (who: typeof interviewer | typeof interviewee) =>
      endedText([interviewer, interviewee].map((party) => ({ ...party, isYou: party === who })));
    expect(seenBy(interviewee)).toBe("Asha Rao ended the interview.");
    expect(seenBy(interviewer)).toBe("You ended the interview.");
  });
});
