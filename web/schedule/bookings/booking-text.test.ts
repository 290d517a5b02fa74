import type { Booking, NoShowReport } from "@greenroom/contract/schedule/bookings.ts";
import { describe, expect, it, test } from "vitest";
import { cancellationNoticeBeforeBooking } from "../../format/cancellation.ts";
import { withParameters } from "../../paths.ts";
import { isFiltering, noBookingFilter, readBookingFilter, toBookingQuery } from "./booking-filter.ts";
import { bookingOutcomeText } from "./booking-text.ts";

describe("booking text", () => {
  const [startTime, reportedAt] = ["2026-11-20T12:30:00.000Z", "2026-11-20T12:45:00.000Z"];
  const report = (
    by: NoShowReport["by"],
    outcome: NoShowReport["outcome"],
    { waited = false } = {},
  ): NoShowReport => ({
    by,
    outcome,
    reportedAt,
    record: {
      interviewee: waited ? [{ enteredAt: startTime, lastSeenAt: reportedAt }] : [],
      interviewer: [],
    },
  });

  function outcomeTextFor(
    status: Booking["status"],
    noShowReports: NoShowReport[],
    viewer: NoShowReport["by"],
  ) {
    const booking = { status, noShowReports, cancellation: null, startTime } as unknown as Booking;
    return bookingOutcomeText(booking, viewer, { isExternal: false });
  }

  const dismissedText = "A no-show report was not upheld.";
  const pendingText = "The room's record alone doesn't settle a no-show report, so our team decides.";

  describe("the outcome of an interview with a no-show report", () => {
    it.each([
      ["completed", [report("interviewee", "pending")], "interviewer", [pendingText]],
      ["completed", [report("interviewee", "dismissed")], "interviewer", [dismissedText]],
      [
        "no_show_interviewer",
        [report("interviewee", "upheld")],
        "interviewee",
        ["Your interviewer did not attend. Your session was returned."],
      ],
      [
        "no_show_interviewer",
        [report("interviewer", "dismissed")],
        "interviewee",
        ["Neither of you was in the room. Your session was returned."],
      ],
      [
        "no_show_interviewer",
        [report("interviewer", "dismissed")],
        "interviewer",
        ["Neither of you was in the room. The session was returned and nothing is paid."],
      ],
      [
        "no_show_interviewer",
        [report("interviewer", "dismissed", { waited: true })],
        "interviewee",
        ["Your interviewer did not attend. Your session was returned.", dismissedText],
      ],
    ] as const)("%s, %j, to the %s", (status, reports, viewer, words) => {
      expect(outcomeTextFor(status, [...reports], viewer)).toEqual(words);
    });
  });

  test.each([
    [12, 13, "Free to cancel until 12 hours before"],
    [12, 12, "Free to cancel until 12 hours before"],
    [12, 11, "Starts in less than 12 hours: canceling would cost the session"],
    [1, 2, "Free to cancel until 1 hour before"],
    [1, 0.5, "Starts in less than 1 hour: canceling would cost the session"],
    [0, 1, "Free to cancel until it starts"],
  ])("with a notice of %d hours, %d hours before the slot: %s", (noticeHours, hoursAhead, words) => {
    const now = new Date("2026-11-21T06:00:00Z");
    const startsAt = new Date(now.getTime() + hoursAhead * 3_600_000);
    expect(cancellationNoticeBeforeBooking(noticeHours, startsAt, now)).toBe(words);
  });
});

describe("booking filter", () => {
  const read = (address: string) => readBookingFilter(new URLSearchParams(address));

  describe("the filter in the URL", () => {
    test("can be read as it was written, and keeps the other parameters", () => {
      const filter = {
        search: "Asha Rao",
        status: "completed",
        from: "2026-11-01",
        until: "2026-11-30",
      } as const;
      const address = withParameters(new URLSearchParams("tab=interviews"), filter);
      expect(read(address.toString())).toEqual(filter);
      expect(withParameters(address, noBookingFilter).toString()).toBe("tab=interviews");
    });

    test.each(["", "status=gone", "from=2026-02-31", "until=1999-12-31", "from=tomorrow", "from=2199-12-31"])(
      "%s shows everything",
      (address) => {
        expect(read(address)).toEqual(noBookingFilter);
        expect(isFiltering(read(address))).toBe(false);
      },
    );

    test("truncates a text that the server would refuse", () => {
      expect(read(`search=${"x".repeat(500)}`).search).toHaveLength(100);
    });
  });

  test("requests whole days in the reader's time zone", () => {
    expect(toBookingQuery(read("from=2026-11-01&until=2026-11-01&search=%20"), "Asia/Kolkata")).toEqual({
      from: "2026-10-31T18:30:00.000Z",
      to: "2026-11-01T18:30:00.000Z",
    });
  });
});
