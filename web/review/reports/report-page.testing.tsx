import type { ReportView as ReportContent } from "@greenroom/contract/review/reports.ts";
import { type AiFeedback, nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { textOf } from "../../testing/text-of.tsx";
import { ReportView } from "./report-view.tsx";

export const bookingId = "0190a5b8-7c00-7000-8000-000000000001";
export const claim: AiFeedback["claims"][number] = {
  id: "claim",
  area: "coding",
  kind: "strength",
  text: "You broke your own function before anyone asked.",
  evidence: [
    {
      itemId: "item",
      quote: "ZeroDivisionError",
      at: "2026-11-22T12:48:05.000Z",
      atSeconds: 1085,
      kind: "run",
      isOwn: true,
    },
  ],
};
export const drafted: AiFeedback = {
  areas: [{ name: "coding", label: "Coding" }],
  claims: [claim],
  checked: 14,
  verified: 12,
  shown: 1,
  source: { kind: "model", name: "qwen2.5-72b", promptVersion: "1" },
  measured: { ...nothingMeasured, talkShare: 0.58 },
  plan: [
    {
      claimId: "claim",
      title: "Test first",
      exercise: "Write the edge case.",
      questionId: null,
      drillId: null,
    },
  ],
  madeAt: "2026-11-22T13:35:00.000Z",
  isLate: false,
};

/** The text of a report's page, for screen readers and others. */
export const show = (changes: Partial<AiFeedback>, view: Partial<ReportContent> = {}) =>
  textOf(
    <ReportView
      view={{
        bookingId,
        report: { ...drafted, ...changes },
        disputes: [],
        useful: null,
        track: "ml-engineer",
        mentorSummary: null,
        mentorFeedback: null,
        record: { deletedAt: "2027-11-22T13:15:00.000Z", isDeleted: false },
        doneExercises: [],
        ...view,
      }}
      booking={undefined}
      timeZone="Asia/Kolkata"
    />,
  );
