import {
  disputeRoundClaim,
  getRoundReport,
  rateRoundReport,
} from "@greenroom/contract/practice/round-report.ts";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { queryKeyFor } from "../../../api/query-client.ts";
import type { ReportAnswers } from "../../../review/reports/claims/report-answers.ts";

/** The calls by which a candidate answers the report of a round. Its record has no page of its own. */
export function useRoundAnswers(
  id: string,
): ReportAnswers & { rate: (isUseful: boolean) => Promise<string> } {
  const queryClient = useQueryClient();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: queryKeyFor(getRoundReport) });
  return {
    viewer: "interviewee",
    momentPath: null,
    isRecordDeleted: false,
    deletedText: () => null,
    moments: null,
    dispute: async (claimId, line) => {
      const { msg } = await call(disputeRoundClaim, { params: { id, claimId }, body: { line } });
      await readAgain();
      return msg;
    },
    rate: async (isUseful) => {
      const { msg } = await call(rateRoundReport, { params: { id }, body: { useful: isUseful } });
      await readAgain();
      return msg;
    },
  };
}
