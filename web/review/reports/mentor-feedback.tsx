import { type InterviewBefore, overallBefore, type Progress } from "@greenroom/contract/review/progress.ts";
import { mentorQuote } from "@greenroom/contract/review/report-labels.ts";
import type { MentorFeedback } from "@greenroom/contract/review/reports.ts";
import {
  isMarkMoment,
  isProgramMoment,
  type NoteMoment,
  readNotes,
} from "@greenroom/contract/review/rubric.ts";
import { areasOf, overallScore, scaleText, type TrackArea } from "@greenroom/contract/review/tracks.ts";
import type { Track } from "@greenroom/contract/schedule/goals.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import clsx from "clsx";
import { useId } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { Avatar, Pill } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { AreaProgressCell, focusText, ProgressHeader } from "../progress/area-progress.tsx";
import { MomentLink, type ReportAnswers } from "./report-answers.tsx";

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

/** The mentor's summary and scores with notes, and the progress; nothing before there are scores. */
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
                <p className="text-sm text-ink-2">Your mentor's scores</p>
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
                  <MentorNotes key={name} notes={of.notes} context={notesContext} />
                ))}
            </div>
            {progress !== null && isWide && <AreaProgressCell progress={progress} name={name} />}
          </li>
        ))}
      </ul>
      {progress !== null && mentor.some(({ area }) => area === progress.nextFocus) && (
        <p className="border-t border-line px-5 py-3 text-sm text-ink-2 sm:px-6">{focusText}</p>
      )}
    </Card>
  );
}

interface ScoreRowProps {
  label: string;
  /** Null for an area that is in no rubric. */
  anchors: TrackArea | null;
  /** Null where the mentor gave no score. */
  score: number | null;
  /** The area to work on next. */
  isFocus?: boolean;
}

const steps = [1, 2, 3, 4, 5];

/** One area: the mentor's score as filled steps. */
export function ScoreRow({ label, anchors, score, isFocus = false }: ScoreRowProps) {
  const isLow = score !== null && score <= 2;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] content-center items-center gap-x-4 px-5 py-3.5 sm:px-6">
      <h3 className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 font-text text-base font-semibold tracking-normal">
        {label}
        {isFocus && <Pill status="wait">next focus</Pill>}
      </h3>
      {anchors !== null && score !== null && (
        <p className="order-last col-span-full text-sm text-ink-2">{scaleText(anchors, score)}</p>
      )}
      <div aria-hidden="true" className="w-28 sm:w-36">
        <div className="grid grid-cols-5 gap-1">
          {steps.map((step) => (
            <span
              key={step}
              className={clsx(
                "h-2 rounded-full",
                score === null || step > score ? "bg-line" : isLow ? "bg-amber" : "bg-green",
              )}
            />
          ))}
        </div>
      </div>
      <p
        className={clsx(
          "min-w-6 text-right font-text text-xl font-semibold tabular",
          score === null && "text-ink-3",
          isLow && "text-amber",
        )}
      >
        {score ?? "–"}
        <span className="sr-only">{score === null ? " no score" : " of 5"}</span>
      </p>
    </div>
  );
}

/** The first sentences of a mentor's summary in their own words, and the rest below; on request if it is long. */
export function MentorQuote({ summary }: { summary: string }) {
  const { quote, rest, isRestLong, isCut } = mentorQuote(summary);
  const restText = <p className="mt-1 max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">{rest}</p>;
  return (
    <div className="grid gap-1">
      <blockquote className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere] font-display text-xl leading-snug">
        “{quote}”
      </blockquote>
      {rest !== "" && !isRestLong && restText}
      {rest !== "" && isRestLong && (
        <details className="text-sm text-ink-2">
          <summary className="link inline-block min-h-8 cursor-pointer content-center">
            {isCut ? "Read the whole summary" : "Read the rest"}
          </summary>
          {restText}
        </details>
      )}
    </div>
  );
}

/** Where the moments in the notes lead. */
export interface NotesContext {
  bookingId: string;
  /** Opens them over the page; null where the link leads to the record's page. */
  moments: ReportAnswers["moments"];
  /** The record is deleted, so that nothing opens them. */
  isDeleted: boolean;
}

interface MentorNotesProps {
  notes: string;
  context: NotesContext;
}

/**
 * A mentor's notes on one area as they were typed. The time of a moment opens the record there.
 */
function MentorNotes({ notes, context }: MentorNotesProps) {
  return (
    <div className="grid gap-2 px-5 pb-4 sm:px-6">
      {readNotes(notes).map((part, index) =>
        "text" in part ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of stored notes keep their places.
          <p key={index} className="max-w-prose whitespace-pre-wrap [overflow-wrap:anywhere]">
            {part.text}
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of stored notes keep their places.
          <Moment key={index} moment={part.moment} context={context} />
        ),
      )}
    </div>
  );
}

function Moment({ moment, context }: { moment: NoteMoment; context: NotesContext }) {
  const { time, source, text } = moment;
  const label = source === "" ? time : `${time} · ${source}`;
  return (
    <div className="grid justify-items-start gap-1.5 border-l-2 border-accent pl-3">
      {text !== "" && (
        <p
          className={clsx(
            "max-w-prose [overflow-wrap:anywhere]",
            isProgramMoment(moment)
              ? "font-mono text-sm"
              : // The mentor's own words must not look like a quote of the candidate.
                isMarkMoment(moment)
                ? "font-semibold leading-snug"
                : "font-display text-lg leading-snug text-ink-2",
          )}
        >
          {text}
        </p>
      )}
      {context.isDeleted ? (
        <span className="text-sm text-ink-2 tabular">{label}</span>
      ) : (
        <MomentLink {...context} moment={{ itemId: time, claimId: null }}>
          {label}
        </MomentLink>
      )}
    </div>
  );
}

/** More questions than this are shown on request. */
const shownQuestions = 6;

/** What the mentor asked, with a link to each question that is in the bank. */
export function AskedQuestions({ questions }: Pick<MentorFeedback, "questions">) {
  const id = useId();
  if (questions.length === 0) return null;
  const list = (
    <ol className="grid list-decimal gap-2 pl-6 marker:text-ink-2">
      {questions.map(({ title, questionId }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the stored questions keep their places.
        <li key={index} className="pl-1 [overflow-wrap:anywhere]">
          {title}
          {questionId !== null && (
            <span>
              {" "}
              <Link
                to={paths.practiceQuestion(questionId)}
                className="link inline-block min-h-6 content-center whitespace-nowrap text-sm"
              >
                Practice it<span className="sr-only">: {title}</span>
              </Link>
            </span>
          )}
        </li>
      ))}
    </ol>
  );
  return (
    <section aria-labelledby={id}>
      <Card>
        <h2 id={id} className="mb-3 text-xl">
          Questions asked
        </h2>
        {questions.length <= shownQuestions ? (
          list
        ) : (
          <details>
            <summary className="link inline-block min-h-8 cursor-pointer content-center">
              Show all {questions.length} questions
            </summary>
            <div className="mt-2">{list}</div>
          </details>
        )}
      </Card>
    </section>
  );
}
