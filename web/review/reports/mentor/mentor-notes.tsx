import {
  evidenceBesideNote,
  type NotedPoints,
  saysMoreThanNote,
} from "@greenroom/contract/review/reports/noted-points.ts";
import type { Dispute } from "@greenroom/contract/review/reports/reports.ts";
import {
  isMarkMoment,
  isProgramMoment,
  type NoteMoment,
  readNotes,
} from "@greenroom/contract/review/rubrics/moments.ts";
import type { Claim } from "@greenroom/contract/schedule/report-shape.ts";
import clsx from "clsx";
import { useId } from "react";
import { paths } from "../../../paths.ts";
import { ClaimSupport } from "../claims/claim-support.tsx";
import type { ReportAnswers } from "../claims/report-answers.ts";
import { MomentPill } from "../moments/moment-link.tsx";

/** The data of the report that the notes need. */
export interface NotesContext {
  bookingId: string;
  /** Its `moments` open over the page; null once the record is deleted. */
  answers: ReportAnswers;
  pointOf: NotedPoints["pointOf"];
  disputes: readonly Dispute[];
  /** How each claim was checked; empty if no check was needed. */
  badge: string;
}

interface MentorNotesProps {
  area: string;
  notes: string;
  context: NotesContext;
}

/**
 * A mentor's notes on one area as they were typed. The time of a moment opens the record there. A point about the same
 * moment is below it, instead of among the points.
 */
export function MentorNotes({ area, notes, context }: MentorNotesProps) {
  return (
    <div className="grid gap-2 px-5 pb-4 sm:px-6">
      {readNotes(notes).map((part, index) =>
        "text" in part ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of stored notes keep their places.
          <p key={index} className="max-w-prose whitespace-pre-wrap [overflow-wrap:anywhere]">
            {part.text}
          </p>
        ) : (
          <Moment
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of stored notes keep their places.
            key={index}
            moment={part.moment}
            point={context.pointOf(area, index)}
            context={context}
          />
        ),
      )}
    </div>
  );
}

interface MomentProps {
  moment: NoteMoment;
  point: Claim | null;
  context: NotesContext;
}

function Moment({ moment, point, context }: MomentProps) {
  const textId = useId();
  const { bookingId, answers, disputes, badge } = context;
  const { moments } = answers;
  const { time, source, text } = moment;
  const label = source === "" ? time : `${time} · ${source}`;
  const isOpened = moments?.opened?.claimId === null && moments.opened.itemId === time;
  const pill =
    moments === null ? (
      <span className="text-sm text-ink-2 tabular">{label}</span>
    ) : (
      <MomentPill
        to={paths.record(bookingId, time)}
        isOpened={isOpened}
        onOpen={() => moments.open({ itemId: time, claimId: null })}
      >
        {label}
      </MomentPill>
    );
  const words = text !== "" && (
    <p
      // A person disputes the counted text of the point, which follows, if it says more than the note.
      id={point !== null && saysMoreThanNote(point) ? undefined : textId}
      className={clsx(
        "max-w-prose [overflow-wrap:anywhere]",
        isProgramMoment(moment)
          ? "font-mono text-sm"
          : // The mentor's own words must not look like a quote of the candidate.
            point !== null || isMarkMoment(moment)
            ? "font-semibold leading-snug"
            : "font-display text-lg leading-snug text-ink-2",
      )}
    >
      {text}
    </p>
  );
  if (point === null) {
    return (
      <div className="grid justify-items-start gap-1.5 border-l-2 border-accent pl-3">
        {words}
        {pill}
      </div>
    );
  }
  const isCounted = saysMoreThanNote(point);
  return (
    <div className="border-l-2 border-accent pl-3">
      {words}
      {isCounted && (
        <p id={textId} className="mt-1 max-w-prose">
          {point.text}
        </p>
      )}
      {text === "" && !isCounted && (
        <p id={textId} className="sr-only">
          {label}
        </p>
      )}
      <ClaimSupport
        // The words above and the pill below stand for the rest.
        claim={{ ...point, evidence: evidenceBesideNote(point, moment) }}
        textId={textId}
        areaLabel=""
        answers={answers}
        disputes={disputes.filter(({ claimId }) => claimId === point.id)}
        badge={badge}
        lastMoment={pill}
      />
    </div>
  );
}
