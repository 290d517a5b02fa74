import type { MentorFeedback } from "@greenroom/contract/review/reports/reports.ts";
import type { Track } from "@greenroom/contract/schedule/goals/tracks.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { fullName } from "../../../format/full-name.ts";
import { useSession } from "../../../session/session.tsx";
import { AskedQuestions } from "../../reports/mentor/asked-questions.tsx";
import type { NotesContext } from "../../reports/mentor/mentor-notes.tsx";
import { MentorQuote } from "../../reports/mentor/mentor-quote.tsx";
import { NextSteps } from "../../reports/plan/next-steps.tsx";
import { ReportScores } from "../../reports/report-scores.tsx";

interface MentorReportProps {
  report: AiFeedback;
  track: Track;
  summary: string | null;
  feedback: MentorFeedback;
  notesContext: NotesContext;
}

/** What a mentor wrote, with the parts of the report that show it to the interviewee. Steps cannot be ticked here. */
export function MentorReport({ report, track, summary, feedback, notesContext }: MentorReportProps) {
  const { user } = useSession();
  const interviewer = user === null ? "you" : fullName(user);
  const { bookingId } = notesContext;
  return (
    <div className="grid gap-6">
      <ReportScores
        report={report}
        track={track}
        interviewer={interviewer}
        mentorSummary={summary}
        notes={feedback.notes}
        notesContext={notesContext}
        progress={null}
        isWide={false}
      />
      {report.measured.mentorScores.length === 0 && summary !== null && <MentorQuote summary={summary} />}
      {feedback.nextSteps.length + feedback.questions.length > 0 && (
        <div className="grid gap-6 lg:grid-flow-col lg:auto-cols-fr">
          <fieldset disabled className="contents">
            <NextSteps
              steps={feedback.nextSteps}
              interviewer={interviewer}
              bookingId={bookingId}
              firstId={null}
            />
          </fieldset>
          <AskedQuestions questions={feedback.questions} />
        </div>
      )}
    </div>
  );
}
