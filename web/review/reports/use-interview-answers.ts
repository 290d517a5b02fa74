import { deletionOf } from "@greenroom/contract/review/reports/report-labels.ts";
import {
  disputeClaim,
  disputeClaimAsInterviewer,
  getReport,
  getReportAsInterviewer,
  type ReportView,
} from "@greenroom/contract/review/reports/reports.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { queryKeyFor } from "../../api/query-client.ts";
import { paths } from "../../paths.ts";
import type { ReportAnswers } from "./claims/report-answers.ts";

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
