import type { AiFeedback } from "@greenroom/contract/reports/report-shape.ts";
import type { MentorFeedback } from "@greenroom/contract/reports/reports.ts";
import type { Track } from "@greenroom/contract/rubrics/tracks.ts";
import { useNavigate } from "react-router";
import { fullName } from "../../../format/full-name.ts";
import { paths } from "../../../paths.ts";
import { useSession } from "../../../session/session.tsx";
import { AskedQuestions } from "../../reports/mentor/asked-questions.tsx";
import { MentorQuote } from "../../reports/mentor/mentor-quote.tsx";
import { NextSteps } from "../../reports/mentor/next-steps.tsx";
import { ReportScores } from "../../reports/report-scores.tsx";

interface MentorReportProps {
  bookingId: string;
  report: AiFeedback;
  track: Track;
  summary: string | null;
  feedback: MentorFeedback;
  /** Times open the record's page. */
  hasRecord: boolean;
}

/** What a mentor wrote, with the parts of the report that show it to the interviewee. Steps cannot be ticked here. */
export function MentorReport({ bookingId, report, track, summary, feedback, hasRecord }: MentorReportProps) {
  const { user } = useSession();
  const navigate = useNavigate();
  const interviewer = user === null ? "you" : fullName(user);
  const moments = {
    opened: null,
    open: ({ itemId }: { itemId: string }) => void navigate(paths.record(bookingId, itemId)),
  };
  return (
    <div className="grid gap-6">
      <ReportScores
        report={report}
        track={track}
        interviewer={interviewer}
        mentorSummary={summary}
        notes={feedback.notes}
        bookingId={bookingId}
        moments={hasRecord ? moments : null}
        progress={null}
        isWide={false}
      />
      {report.measured.mentorScores.length === 0 && summary !== null && <MentorQuote summary={summary} />}
      {feedback.nextSteps.length + feedback.questions.length > 0 && (
        <div className="grid gap-6 lg:grid-flow-col lg:auto-cols-fr">
          <fieldset disabled className="contents">
            <NextSteps steps={feedback.nextSteps} interviewer={interviewer} bookingId={bookingId} />
          </fieldset>
          <AskedQuestions questions={feedback.questions} />
        </div>
      )}
    </div>
  );
}
