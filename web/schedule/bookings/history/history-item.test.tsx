import type { InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { createQueryClient } from "../../../api/query-client.ts";
import { SessionProvider } from "../../../session/session.tsx";
import { sampleBooking } from "../../../testing/sample-data.ts";
import { HistoryItem } from "./history-item.tsx";

function textOf(change: Partial<InterviewerBooking>): string {
  const userId = { _id: sampleBooking._id, firstName: "Meera", lastName: "Iyer", email: "meera@example.com" };
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
  const pending = textOf({ status: "completed", feedbackFileUrl: null, endTime: "2026-11-20T13:15:00.000Z" });
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
  const difference = "Or upload a PDF that you made yourself.";
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
