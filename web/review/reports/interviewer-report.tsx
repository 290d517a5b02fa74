import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import {
  listedPoints,
  noEvidenceText,
  notedPointsLine,
  recordLine,
} from "@greenroom/contract/review/report-labels.ts";
import type { MentorFeedback, ReportView } from "@greenroom/contract/review/reports.ts";
import type { Track } from "@greenroom/contract/schedule/goals.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { formatReportTime } from "@greenroom/contract/site/page-text.ts";
import { useNavigate } from "react-router";
import { useSite } from "../../app/page-data.ts";
import { QueryContent } from "../../app/query-content.tsx";
import { paths } from "../../paths.ts";
import { useSession, useTimeZone } from "../../session/session.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { ClaimGroups } from "./claims.tsx";
import { AskedQuestions, MentorQuote, type NotesContext, ReportScores } from "./mentor-feedback.tsx";
import { NextSteps } from "./next-two-weeks.tsx";
import { isMissing, useInterviewAnswers, useReport } from "./report-answers.tsx";
import { MeasuredStrip, ReportSourceNote } from "./report-parts.tsx";

const messages = {
  failed: "The report could not be loaded.",
  network: "The report could not be loaded. Check your connection.",
};

interface InterviewerReportProps {
  bookingId: string;
  /** The interviewee's. */
  firstName: string;
}

/** The interviewee's report for the interviewer. It says `you` to the interviewee, so our own labels name them. */
export function InterviewerReport({ bookingId, firstName }: InterviewerReportProps) {
  const report = useReport("GET /api/interviewer/reports/:bookingId", { bookingId });
  const wait = formatReportTime(useSite().correctionMinutes);
  if (report.data === undefined && isMissing(report.error)) {
    return <EmptyState title="No report yet" detail={`Ready ${wait}.`} />;
  }
  return (
    <QueryContent query={report} loadingLabel="Loading the report" messages={messages} isInline>
      {(view) => <ReportDetails view={view} firstName={firstName} />}
    </QueryContent>
  );
}

const nothingWritten: MentorFeedback = { notes: [], nextSteps: [], questions: [] };

/** What the interviewer wrote, then the claims and figures of the report, which they can dispute. */
function ReportDetails({ view, firstName }: { view: ReportView; firstName: string }) {
  const { report, disputes, record } = view;
  const timeZone = useTimeZone();
  const answers = { ...useInterviewAnswers(view, "interviewer"), intervieweeName: firstName };
  const { talkShare } = report.measured;
  const navigate = useNavigate();
  const feedback = view.mentorFeedback ?? nothingWritten;
  const listed = listedPoints(report.claims, feedback.notes, disputes);
  const notedLine = notedPointsLine(report, listed);
  const openMoment = ({ itemId }: { itemId: string }) => void navigate(paths.record(view.bookingId, itemId));
  return (
    <div className="grid gap-6">
      {(report.measured.mentorScores.length > 0 || view.mentorFeedback) && (
        <MentorReport
          report={report}
          track={view.track}
          summary={view.mentorSummary}
          feedback={feedback}
          notesContext={{
            bookingId: view.bookingId,
            moments: { opened: null, open: openMoment },
            isDeleted: record.isDeleted,
          }}
        />
      )}
      <ReportSourceNote report={report} />
      {report.shown === 0 && <p>{noEvidenceText(report)}</p>}
      <ClaimGroups report={report} claims={listed} answers={answers} disputes={disputes} />
      {notedLine !== "" && <p className="max-w-prose text-sm text-ink-2">{notedLine}</p>}
      {report.claims.length > 0 && (
        <p className="max-w-prose text-sm text-ink-2">{recordLine(record, timeZone)}</p>
      )}
      {talkShare !== null && <p>{talkShareText(talkShare, firstName)}</p>}
      {/* The strip shows the share as the interviewee's own. */}
      <MeasuredStrip measured={{ ...report.measured, talkShare: null }} />
    </div>
  );
}

function talkShareText(share: number, firstName: string): string {
  const percent = Math.round(share * 100);
  return `${firstName} spoke ${percent}% of the words, and you ${100 - percent}%.`;
}

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
