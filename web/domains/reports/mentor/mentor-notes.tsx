import { isProgramMoment, type NoteMoment, readNotes } from "@greenroom/contract/rubrics/moments.ts";
import clsx from "clsx";
import { Play } from "lucide-react";
import type { ReportAnswers } from "../claims/report-answers.ts";
import { MomentLink } from "../moments/moment-link.tsx";

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
  const opened = { itemId: time, claimId: null };
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
        <MomentLink
          bookingId={bookingId}
          moment={opened}
          moments={moments}
          className={clsx(
            "inline-flex min-h-9 items-center gap-2 rounded-full border px-3.5 text-sm font-semibold no-underline tabular",
            isOpened ? "border-transparent bg-dark text-on-dark" : "border-edge hover:bg-sunk",
          )}
        >
          <Play aria-hidden="true" className={clsx("size-3 fill-current", isOpened && "text-accent")} />
          <span>
            {label}
            <span className="sr-only">, open this moment in the record</span>
          </span>
        </MomentLink>
      )}
    </div>
  );
}
