import { type Booking, listAllBookings } from "@greenroom/contract/schedule/bookings.ts";
import { nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, test } from "vitest";
import { createQueryClient, pageOptionsFor } from "../../../api/query-client.ts";
import { SessionProvider } from "../../../session/session.tsx";
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
    client.setQueryData(pageOptionsFor(listAllBookings, query).queryKey, {
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
    expect(html).toContain("Ira Menon&#x27;s overall score: 4.0 of 5. 6 points counted from the record");
    const unscored = { ...report, measured: nothingMeasured };
    const html2 = render({ rows: [{ ...booking, aiFeedback: unscored }] });
    expect(html2).not.toMatch(/Feedback and report|overall score/);
    expect(html2).toContain("6 points counted from the record");
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
