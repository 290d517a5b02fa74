import type { Booking, InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, it, test } from "vitest";
import { createQueryClient, pageOptionsFor } from "../../api/query-client.tsx";
import { SessionProvider } from "../../session/session.tsx";
import { sampleBooking } from "../../testing/sample-data.ts";
import { HistoryItem } from "./history-list.tsx";
import { SessionList } from "./session-list.tsx";

const booking: Booking = {
  _id: "0190a5b8-7c00-7000-8000-000000000001",
  startTime: "2026-11-01T12:30:00.000Z",
  endTime: "2026-11-01T13:15:00.000Z",
  status: "completed",
  zoomLink: null,
  feedbackFileUrl: null,
  goal: null,
  allowedActions: [],
  freeUntil: null,
  cancellation: null,
  noShowReports: [],
  unclear: null,
  feedbackAwaitedFrom: null,
  proposedMoveId: null,
  interviewerId: { _id: "0190a5b8-7c00-7000-8000-000000000002", firstName: "Ira", lastName: "Menon" },
  feedback: null,
  aiFeedback: null,
  remediedAt: null,
  mayEditGoal: false,
};

interface Shown {
  address?: string;
  /** The expected query to the server for that URL. */
  query?: Record<string, unknown>;
  rows?: Booking[];
  next?: string | null;
}

function render({ address = "", query = {}, rows, next = null }: Shown): string {
  const client = createQueryClient();
  if (rows !== undefined) {
    const page = { output: rows, next };
    client.setQueryData(pageOptionsFor("GET /api/user/sessions", query).queryKey, {
      pages: [page],
      pageParams: [null],
    });
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <MemoryRouter initialEntries={[`/?${address}`]}>
          <SessionList />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );
}

const report: NonNullable<Booking["aiFeedback"]> = {
  areas: [],
  claims: [],
  ...{ checked: 6, verified: 6, shown: 6 },
  source: { kind: "measured" },
  measured: { ...nothingMeasured, mentorScores: [{ area: "coding", score: 4 }] },
  plan: [],
  madeAt: "2026-11-01T13:35:00.000Z",
  isLate: false,
};

describe("the list of my sessions", () => {
  test("says whose feedback a report holds, with the overall score and the points", () => {
    const html = render({ rows: [{ ...booking, aiFeedback: report }] });
    expect(html).toContain("Feedback and report");
    expect(html).toContain("Ira Menon&#x27;s overall score: 4.0 of 5. 6 points counted from the interview");
    const unscored = { ...report, measured: nothingMeasured };
    const html2 = render({ rows: [{ ...booking, aiFeedback: unscored }] });
    expect(html2).not.toMatch(/Feedback and report|overall score/);
    expect(html2).toContain("6 points counted from the interview");
  });

  test("leads from an interview that took place to its interviewer's open slots", () => {
    const link = "/interviewee-dashboard/booking?interviewer=0190a5b8-7c00-7000-8000-000000000002";
    expect(render({ rows: [booking] })).toContain(`href="${link}"`);
    expect(render({ rows: [{ ...booking, status: "no_show_interviewer" }] })).not.toContain(link);
  });

  test("offers the next page while there is one", () => {
    expect(render({ rows: [booking], next: "place" })).toContain("Show more sessions");
    expect(render({ rows: [booking] })).not.toContain("Show more");
  });

  test("shows the filter of the URL", () => {
    const html = render({
      address: "search=ira&status=completed",
      query: { search: "ira", status: "completed" },
      rows: [booking],
    });
    expect(html).toContain("Interview with Ira Menon");
    expect(html).toMatch(/type="search"[^>]*value="ira"/);
    expect(html).toContain('<option value="completed" selected="">Completed</option>');
    expect(html).toContain("Clear filters");
  });

  test("has filters once it is too long to be seen at once", () => {
    const rows = Array.from({ length: 6 }, (_, index) => ({ ...booking, _id: `${index}` }));
    expect(render({ rows })).toContain('type="search"');
    expect(render({ rows: rows.slice(1) })).not.toContain('type="search"');
  });

  test("distinguishes a filter without matches from an empty list", () => {
    const filtered = render({ address: "search=zed", query: { search: "zed" }, rows: [] });
    expect(filtered).toContain("No sessions match");
    expect(filtered).toContain("Clear filters");
    const empty = render({ rows: [] });
    expect(empty).toContain("Book your first interview");
    expect(empty).not.toContain('type="search"');
  });

  test("says that it is loading", () => {
    expect(render({})).toContain("Loading your sessions…");
  });
});

describe("history item", () => {
  function textOf(change: Partial<InterviewerBooking>): string {
    const userId = {
      _id: sampleBooking._id,
      firstName: "Meera",
      lastName: "Iyer",
      email: "meera@example.com",
    };
    const booking = {
      ...sampleBooking,
      userId,
      intervieweeFeedback: null,
      ...change,
    } as unknown as InterviewerBooking;
    const nothing = () => undefined;
    return renderToStaticMarkup(
      <QueryClientProvider client={createQueryClient()}>
        <SessionProvider>
          <MemoryRouter>
            <HistoryItem
              booking={booking}
              timeZone="Asia/Kolkata"
              onUploadFeedback={nothing}
              onWriteFeedback={nothing}
              onDone={nothing}
            />
          </MemoryRouter>
        </SessionProvider>
      </QueryClientProvider>,
    ).replace(/<[^>]+>/g, " ");
  }

  it("says until when an interview's feedback is due, while it is pending", () => {
    const pending = textOf({
      status: "completed",
      feedbackFileUrl: null,
      endTime: "2026-11-20T13:15:00.000Z",
    });
    expect(pending).toContain("Feedback Pending");
    expect(pending).toMatch(/Your feedback (is|was) due by Sun 22 Nov, 18:45/);
    expect(textOf({ status: "completed", feedbackFileUrl: "/file" })).not.toContain("due by");
  });

  it("offers the report of an interview that has one or awaits one, and none of an older one without", () => {
    const shown = { status: "completed", feedbackFileUrl: "/file" } as const;
    expect(textOf({ ...shown, report: "made" })).toContain("Interview report");
    expect(textOf({ ...shown, report: "awaited" })).toContain("Interview report");
    expect(textOf({ ...shown, report: "none" })).not.toContain("Interview report");
  });

  it("says how writing feedback differs from uploading it, while either is possible", () => {
    const difference = "Write it here, or upload your own PDF.";
    const possible = textOf({
      status: "completed",
      feedbackFileUrl: null,
      allowedActions: ["upload-feedback"],
    });
    expect(possible).toContain(difference);
    expect(textOf({ status: "completed", feedbackFileUrl: "/file", allowedActions: [] })).not.toContain(
      difference,
    );
  });
});
