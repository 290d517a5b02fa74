import { isProgramMoment, type NoteMoment, readNotes } from "@greenroom/contract/rubrics/moments.ts";
import clsx from "clsx";
import { paths } from "../../../paths.ts";
import type { ReportAnswers } from "../claims/report-answers.ts";
import { MomentPill } from "../moments/moment-link.tsx";

interface MentorNotesProps {
  notes: string;
  bookingId: string;
  /** Opens moments on the page; null once the record is deleted. */
  moments: ReportAnswers["moments"];
}

/** A mentor's notes on one area as they were typed. The time of a moment opens the record there. */
export function MentorNotes({ notes, bookingId, moments }: MentorNotesProps) {
  return (
    <div className="grid gap-2 px-5 pb-4 sm:px-6">
      {readNotes(notes).map((part, index) =>
        "text" in part ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of stored notes keep their places.
          <p key={index} className="max-w-prose whitespace-pre-wrap break-words">
            {part.text}
          </p>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of stored notes keep their places.
          <Moment key={index} moment={part.moment} bookingId={bookingId} moments={moments} />
        ),
      )}
    </div>
  );
}

interface MomentProps extends Omit<MentorNotesProps, "notes"> {
  moment: NoteMoment;
}

function Moment({ moment, bookingId, moments }: MomentProps) {
  const { time, source, text } = moment;
  const label = source === "" ? time : `${time} · ${source}`;
  const isOpened = moments?.opened?.claimId === null && moments.opened.itemId === time;
  return (
    <div className="grid justify-items-start gap-1.5 border-l-2 border-accent pl-3">
      {text !== "" && (
        <p
          className={clsx(
            "max-w-prose break-words",
            isProgramMoment(moment) ? "font-mono text-sm" : "font-display text-lg leading-snug text-ink-2",
          )}
        >
          {text}
        </p>
      )}
      {moments === null ? (
        <span className="text-sm text-ink-2 tabular">{label}</span>
      ) : (
        <MomentPill
          to={paths.record(bookingId, time)}
          isOpened={isOpened}
          onOpen={() => moments.open({ itemId: time, claimId: null })}
        >
          {label}
        </MomentPill>
      )}
    </div>
  );
}
