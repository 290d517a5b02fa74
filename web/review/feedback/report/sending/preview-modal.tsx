import { readNotes } from "@greenroom/contract/review/rubrics/moments.ts";
import { linesOf } from "@greenroom/contract/review/rubrics/rubric.ts";
import { areasOf } from "@greenroom/contract/review/rubrics/tracks.ts";
import { getRoomRecord } from "@greenroom/contract/room/room-record.ts";
import { type AiFeedback, nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../../../api/query-client.ts";
import { Modal } from "../../../../ui/dialogs/modal.tsx";
import { EmptyState } from "../../../../ui/status/empty-state.tsx";
import { useInterviewAnswers } from "../../../reports/use-interview-answers.ts";
import type { Answers } from "../answers.ts";
import { MentorReport } from "../mentor-report.tsx";

interface PreviewModalProps {
  bookingId: string;
  answers: Answers;
  firstName: string;
  onClose: () => void;
}

/** What the interviewee will see of the form, in the parts of their report. Nothing is stored. */
export function PreviewModal({ bookingId, answers, firstName, onClose }: PreviewModalProps) {
  const { track, summary, nextSteps, questions } = answers;
  const reportAnswers = useInterviewAnswers({ bookingId }, "interviewer");
  const scored = answers.areas.filter(({ score }) => score != null);
  return (
    <Modal
      open
      width="wide"
      title={`As ${firstName} will see it`}
      description={useReportText(answers, { bookingId, firstName })}
      onClose={onClose}
    >
      {scored.length === 0 && summary.trim() === "" ? (
        <EmptyState title="Nothing to show yet" detail="Score an area or write the summary." />
      ) : (
        <MentorReport
          report={previewReport(answers)}
          track={track}
          summary={summary.trim() === "" ? null : summary}
          feedback={{
            notes: answers.areas.flatMap(({ area, notes }) =>
              notes.trim() === "" ? [] : [{ area, notes: notes.trim() }],
            ),
            nextSteps: linesOf(nextSteps).map((text, index) => ({ id: `${index}`, text, isDone: false })),
            questions: linesOf(questions).map((title) => ({ title, questionId: null })),
          }}
          notesContext={{ bookingId, answers: reportAnswers, pointOf: () => null, disputes: [], badge: "" }}
        />
      )}
    </Modal>
  );
}

/** What the report adds to the preview, which depends on the record of the interview. */
function useReportText(
  { areas }: Answers,
  { bookingId, firstName }: Pick<PreviewModalProps, "bookingId" | "firstName">,
): string {
  const { data: record } = useQuery(queryOptionsFor(getRoomRecord, { params: { id: bookingId } }));
  if (record === undefined) return "A preview.";
  if (record.items.length === 0)
    return `A preview. This interview left no record, so ${firstName} gets this as a PDF.`;
  const hasTimes = areas.some(({ notes }) => readNotes(notes).some((part) => "moment" in part));
  return `A preview. In the report, ${hasTimes ? "each time opens the record, and " : ""}the measurements follow.`;
}

/** A report with the scores alone. */
function previewReport({ track, areas }: Answers): AiFeedback {
  const mentorScores = areas.flatMap(({ area, score }) => (score == null ? [] : [{ area, score }]));
  return {
    areas: areasOf(track).map(({ name, label }) => ({ name, label })),
    claims: [],
    checked: 0,
    verified: 0,
    shown: 0,
    source: { kind: "measured" },
    measured: { ...nothingMeasured, mentorScores },
    plan: [],
    madeAt: new Date().toISOString(),
    isLate: false,
  };
}
