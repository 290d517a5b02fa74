import clsx from "clsx";
import type { ReactNode } from "react";
import { formatDayParts } from "../../format/format-day.ts";
import "./booking-ticket.css";

export interface BookingTicketProps {
  /** The day on the stub, in the viewer's zone. */
  startsAt: Date;
  timeZone: string;
  title: ReactNode;
  detail?: ReactNode | undefined;
  status?: ReactNode | undefined;
  action?: ReactNode | undefined;
  /** More content below: a form, or feedback. */
  children?: ReactNode | undefined;
  /** A booking that is over is less prominent. */
  past?: boolean | undefined;
}

/** A booking as a ticket: a dark stub with the date, and a perforated edge. */
export function BookingTicket(props: BookingTicketProps) {
  const { startsAt, timeZone, title, detail, status, action, children, past } = props;
  const day = formatDayParts(startsAt, timeZone);
  return (
    <article className="flex overflow-hidden rounded-md border border-line bg-card">
      <time
        dateTime={startsAt.toISOString()}
        className={clsx(
          "booking-ticket-stub flex w-18 shrink-0 flex-col items-center justify-center gap-0.5 py-4 text-xs uppercase tracking-[0.08em]",
          past ? "bg-sunk text-ink-2" : "bg-dark text-on-dark-2",
        )}
      >
        <span>{day.month}</span>
        <span
          className={clsx("font-text text-2xl font-semibold tabular", past ? "text-ink" : "text-on-dark")}
        >
          {day.day}
        </span>
        <span>{day.weekday}</span>
      </time>
      <div className="flex min-w-0 grow flex-col justify-center gap-3 px-4 py-4 sm:px-5">
        <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
          <div className="min-w-0">
            <h3 className="font-text text-base font-semibold leading-snug tracking-normal tabular [overflow-wrap:anywhere]">
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
