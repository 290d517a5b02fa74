import { deletionOf } from "@greenroom/contract/review/report-labels.ts";
import type { ReportRecord, ReportView } from "@greenroom/contract/review/reports.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Evidence } from "@greenroom/contract/schedule/report-shape.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { Play } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ApiError, call, networkMessages } from "../../api/client.ts";
import { queryKeyFor, queryOptionsFor } from "../../api/query-client.tsx";
import { paths } from "../../paths.ts";
import type { OpenedMoment } from "../../room/record/moment-record.tsx";

const network = networkMessages.unavailable;

export const reportMessages = {
  loading: { failed: "Your report could not be loaded.", network },
  answer: { failed: "Your answer could not be saved.", network },
  progress: { failed: "Your progress could not be loaded.", network },
  candidate: { failed: "The progress of this candidate could not be loaded.", network },
};

/** How the reader of a report answers it, and where its moments are; it differs for practice rounds. */
export interface ReportAnswers {
  viewer: Party;
  /** Names the interviewee to an interviewer, because the report says `you` to the interviewee. */
  intervieweeName?: string | undefined;
  /** The record, which has a page with the moments while it is not deleted; null if it has none. */
  record: (Omit<ReportRecord, "deletedAt"> & { bookingId: string }) | null;
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
  const isInterviewer = viewer === "interviewer";
  return {
    viewer,
    record: { isDeleted: false, ...record, bookingId },
    moments: null,
    dispute: async (claimId, line) => {
      const endpoint = isInterviewer
        ? "POST /api/interviewer/reports/:bookingId/claims/:claimId/dispute"
        : "POST /api/user/reports/:bookingId/claims/:claimId/dispute";
      const { msg } = await call(endpoint, { params: { bookingId, claimId }, body: { line } });
      const report = isInterviewer
        ? "GET /api/interviewer/reports/:bookingId"
        : "GET /api/user/reports/:bookingId";
      await queryClient.invalidateQueries({ queryKey: queryKeyFor(report) });
      return msg;
    },
  };
}

/** Which deletion took the moment of this evidence; null if none did. */
export function deletionText({ record }: ReportAnswers, evidence: Evidence): string | null {
  return record === null ? null : deletionOf(evidence, record);
}

interface MomentLinkProps {
  bookingId: string;
  moment: OpenedMoment;
  /** Null where the link leads to the record's page. */
  moments: ReportAnswers["moments"];
  /** Of a link in a text. Omitted for a button that plays the moment. */
  className?: string;
  children: ReactNode;
}

/**
 * A link to a moment of the record, which opens the record on this page if it can. A click with a key opens the record's
 * page in another tab, as any link does.
 */
export function MomentLink({ bookingId, moment, moments, className, children }: MomentLinkProps) {
  const opened = moments?.opened;
  const isOpened = opened?.itemId === moment.itemId && opened.claimId === moment.claimId;
  return (
    <Link
      to={paths.record(bookingId, moment.itemId)}
      aria-current={isOpened ? "true" : undefined}
      onClick={(event) => {
        if (moments === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        moments.open(moment);
      }}
      className={
        className ??
        clsx(
          "inline-flex min-h-9 items-center gap-2 rounded-full border px-3.5 text-sm font-semibold no-underline tabular",
          isOpened ? "border-transparent bg-dark text-on-dark" : "border-edge hover:bg-sunk",
        )
      }
    >
      {className === undefined ? (
        <>
          <Play aria-hidden="true" className={clsx("size-3 fill-current", isOpened && "text-accent")} />
          <span>
            {children}
            <span className="sr-only">, open this moment in the record</span>
          </span>
        </>
      ) : (
        children
      )}
    </Link>
  );
}

/** How often a page asks for a report that is still to be made, in milliseconds. */
const pollMilliseconds = 30_000;

/** The report of an interview as one of its parties reads it, asked for until it is there. */
export function useReport(
  target: "GET /api/user/reports/:bookingId" | "GET /api/interviewer/reports/:bookingId",
  params: { bookingId: string },
) {
  return useQuery({
    ...queryOptionsFor(target, { params }),
    refetchInterval: ({ state }) => (isMissing(state.error) ? pollMilliseconds : false),
  });
}

/** True when the server has no such report; it answers an invalid id with 400. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
