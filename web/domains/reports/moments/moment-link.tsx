import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import type { OpenedMoment } from "../../interview-records/moment/moment-record.tsx";
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

/** Opens a moment on this page. A click with a key opens the record's page in another tab, as any link does. */
export function openOnPage(event: MouseEvent, open: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open();
}
