import clsx from "clsx";
import type { ReactNode } from "react";
import { formatParts } from "./time/format-day.ts";
import "./call-sheet.css";

export interface CallSheetProps {
  /** The day on the stub, in the zone of the one who looks. */
  startsAt: Date;
  timeZone: string;
  title: ReactNode;
  detail?: ReactNode | undefined;
  status?: ReactNode | undefined;
  action?: ReactNode | undefined;
  /** More under the ticket's line: a form, a feedback. */
  children?: ReactNode | undefined;
  /** A booking that is over: the stub steps back. */
  past?: boolean | undefined;
}

/** A booking as a ticket: a dark stub with the date, torn along its perforation. */
export function CallSheet(props: CallSheetProps) {
  const { startsAt, timeZone, title, detail, status, action, children, past } = props;
  const day = formatParts(startsAt, timeZone);
  return (
    <article className="flex overflow-hidden rounded-md border border-line bg-card">
      <time
        dateTime={startsAt.toISOString()}
        className={clsx(
          "call-sheet-stub flex w-18 shrink-0 flex-col items-center justify-center gap-0.5 py-4 text-xs uppercase tracking-[0.08em]",
          past ? "bg-sunk text-ink-2" : "bg-stage text-on-stage-2",
        )}
      >
        <span>{day.month}</span>
        <span
          className={clsx("font-display text-2xl font-[560] tabular", past ? "text-ink" : "text-on-stage")}
        >
          {day.day}
        </span>
        <span>{day.weekday}</span>
      </time>
      <div className="flex min-w-0 grow flex-col justify-center gap-3 px-4 py-4 sm:px-5">
        <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
          <div className="min-w-0">
            <h3 className="font-text text-base font-semibold leading-snug tracking-normal tabular">
              {title}
            </h3>
            {detail && <div className="mt-0.5 text-sm text-ink-2">{detail}</div>}
          </div>
          {(status || action) && (
            <div className="flex flex-wrap items-center gap-3">
              {status}
              {action}
            </div>
          )}
        </div>
        {children}
      </div>
    </article>
  );
}
