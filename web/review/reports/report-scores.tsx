import { type InterviewBefore, overallBefore } from "@greenroom/contract/review/reports/interview-before.ts";
import type { Progress } from "@greenroom/contract/review/reports/progress.ts";
import type { MentorFeedback } from "@greenroom/contract/review/reports/reports.ts";
import { areasOf, overallScore } from "@greenroom/contract/review/rubrics/tracks.ts";
import type { Track } from "@greenroom/contract/schedule/goals/tracks.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import clsx from "clsx";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Card } from "../../ui/display/card.tsx";
import { MentorNotes, type NotesContext } from "./mentor/mentor-notes.tsx";
import { MentorQuote } from "./mentor/mentor-quote.tsx";
import { AreaProgressCell, AreaProgressLine, ProgressHeader } from "./progress/area-progress-cell.tsx";
import { focusText } from "./progress/level-text.ts";
import { ScoreRow } from "./score-row.tsx";

interface ReportScoresProps {
  report: AiFeedback;
  track: Track;
  interviewer: string;
  mentorSummary: string | null;
  notes: MentorFeedback["notes"];
  notesContext: NotesContext;
  /** Null before the second interview. */
  progress: Progress | null;
  /** The interview before; null or omitted without one. */
  before?: InterviewBefore | null;
  /** True if there is room for the progress beside the scores; otherwise it is below each. */
  isWide: boolean;
}

/**
 * The mentor's summary, and scores with notes, with the progress beside or below them; nothing before the mentor has
 * given scores.
 */
export function ReportScores({
  report,
  track,
  interviewer,
  mentorSummary,
  notes,
  notesContext,
  progress,
  before = null,
  isWide,
}: ReportScoresProps) {
  const mentor = report.measured.mentorScores;
  const overall = overallScore(mentor);
  if (overall === null) return null;
  const change = overallBefore(overall, before);
  const columns = progress === null || !isWide ? "" : "grid grid-cols-[minmax(0,1fr)_25rem]";
  return (
    <Card padded={false} className="overflow-hidden">
      <div className={columns}>
        <div className="grid content-start gap-4 p-5 sm:px-6">
          <div className="flex items-center justify-between gap-5">
            <div className="flex min-w-0 items-center gap-3">
              <Avatar name={interviewer} />
              <div className="min-w-0">
                <h2 className="font-text text-base font-semibold tracking-normal">{interviewer}</h2>
                <p className="text-sm text-ink-2">The mentor's scores, which count</p>
              </div>
            </div>
            <p className="shrink-0 text-right text-sm text-ink-2">
              Overall
              <span className="block">
                <b className="font-text text-2xl font-semibold text-ink tabular">{overall.toFixed(1)}</b> of 5
              </span>
              {change !== "" && <span className="block tabular">{change}</span>}
            </p>
          </div>
          {mentorSummary !== null && <MentorQuote summary={mentorSummary} />}
        </div>
        {progress !== null && isWide && <ProgressHeader progress={progress} />}
      </div>
      <ul>
        {mentor.map(({ area: name, score }) => (
          <li key={name} className={clsx("border-t border-line", columns)}>
            <div className="min-w-0 content-center">
              <ScoreRow
                label={report.areas.find((area) => area.name === name)?.label ?? name}
                anchors={areasOf(track).find((area) => area.name === name) ?? null}
                score={score}
                isFocus={progress?.nextFocus === name}
              />
              {notes
                .filter(({ area }) => area === name)
                .map((of) => (
                  <MentorNotes key={name} area={name} notes={of.notes} context={notesContext} />
                ))}
            </div>
            {progress !== null &&
              (isWide ? (
                <AreaProgressCell progress={progress} name={name} />
              ) : (
                <AreaProgressLine progress={progress} name={name} />
              ))}
          </li>
        ))}
      </ul>
      {progress !== null && mentor.some(({ area }) => area === progress.nextFocus) && (
        <p className="border-t border-line px-5 py-3 text-sm text-ink-2 sm:px-6">{focusText}</p>
      )}
    </Card>
  );
}
