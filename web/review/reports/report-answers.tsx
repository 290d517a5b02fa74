import { deletionOf } from "@greenroom/contract/review/report-labels.ts";
import {
  disputeClaim,
  disputeClaimAsInterviewer,
  getReport,
  getReportAsInterviewer,
  type ReportView,
} from "@greenroom/contract/review/reports.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Evidence } from "@greenroom/contract/schedule/report-shape.ts";
import { useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { Play } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
import { call } from "../../api/client.ts";
import { queryKeyFor } from "../../api/query-client.tsx";
import { paths } from "../../paths.ts";
import type { OpenedMoment } from "../../room/record/moment-record.tsx";

/**
 * The calls by which the reader of a report answers it, and the addresses of its moments. They differ between
 * interviews and practice rounds.
 */
export interface ReportAnswers {
  viewer: Party;
  /** Names the interviewee to an interviewer, because the report says `you` to the interviewee. */
  intervieweeName?: string | undefined;
  /** The address of an item's moment; null if the record has no page. */
  momentPath: ((itemId: string) => string) | null;
  /** The record was deleted, so its moments lead nowhere. */
  isRecordDeleted: boolean;
  /** Which deletion took the moment of this evidence; null if it can be opened. */
  deletedText: (evidence: Evidence) => string | null;
  /** Opens moments on the same page; null where the link leads to the record's page. */
  moments: {
    /** The evidence that is open; null without one. */
    opened: OpenedMoment | null;
    open: (moment: OpenedMoment) => void;
  } | null;
  /** Sends a dispute and returns the server's message. */
  dispute: (claimId: string, line: string) => Promise<string>;
}

/** The calls by which a party answers the report of an interview. */
export function useInterviewAnswers(
  { bookingId, record }: Pick<ReportView, "bookingId"> & Partial<Pick<ReportView, "record">>,
  viewer: Party,
): ReportAnswers {
  const queryClient = useQueryClient();
  const isRecordDeleted = record?.isDeleted === true;
  const isInterviewer = viewer === "interviewer";
  return {
    viewer,
    momentPath: isRecordDeleted ? null : (itemId) => paths.record(bookingId, itemId),
    isRecordDeleted,
    deletedText: (evidence) => (record === undefined ? null : deletionOf(evidence, record)),
    moments: null,
    dispute: async (claimId, line) => {
      const endpoint = isInterviewer ? disputeClaimAsInterviewer : disputeClaim;
      const { msg } = await call(endpoint, { params: { bookingId, claimId }, body: { line } });
      const report = isInterviewer ? getReportAsInterviewer : getReport;
      await queryClient.invalidateQueries({ queryKey: queryKeyFor(report) });
      return msg;
    },
  };
}

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
