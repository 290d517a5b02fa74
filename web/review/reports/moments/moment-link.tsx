import clsx from "clsx";
import { Play } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { OpenedMoment } from "../../../room/record/moment/moment-record.tsx";
import type { ReportAnswers } from "../claims/report-answers.ts";

interface MomentLinkProps {
  bookingId: string;
  moment: OpenedMoment;
  moments: NonNullable<ReportAnswers["moments"]>;
  className: string;
  children: ReactNode;
}

/** A link to a moment of the record, which opens the record on this page. */
export function MomentLink({ bookingId, moment, moments, className, children }: MomentLinkProps) {
  const { opened, open } = moments;
  const isOpened = opened?.itemId === moment.itemId && opened.claimId === moment.claimId;
  return (
    <Link
      to={paths.record(bookingId, moment.itemId)}
      aria-current={isOpened ? "true" : undefined}
      onClick={(event) => openOnPage(event, () => open(moment))}
      className={className}
    >
      {children}
    </Link>
  );
}

interface MomentPillProps {
  /** The moment's address in the record. */
  to: string;
  /** The record on this page is at this moment. */
  isOpened: boolean;
  /** Opens the moment on this page; null where the link leads to the record's page. */
  onOpen: (() => void) | null;
  children: ReactNode;
}

/** The time of a moment as a button that plays it. */
export function MomentPill({ to, isOpened, onOpen, children }: MomentPillProps) {
  return (
    <Link
      to={to}
      aria-current={isOpened ? "true" : undefined}
      onClick={(event) => {
        if (onOpen !== null) openOnPage(event, onOpen);
      }}
      className={clsx(
        "inline-flex min-h-9 items-center gap-2 rounded-full border px-3.5 text-sm font-semibold no-underline tabular",
        isOpened ? "border-transparent bg-dark text-on-dark" : "border-edge hover:bg-sunk",
      )}
    >
      <Play aria-hidden="true" className={clsx("size-3 fill-current", isOpened && "text-accent")} />
      <span>
        {children}
        <span className="sr-only">, open this moment in the record</span>
      </span>
    </Link>
  );
}

/** Opens a moment on this page. A click with a key opens the record's page in another tab, as any link does. */
function openOnPage(event: MouseEvent, open: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open();
}
