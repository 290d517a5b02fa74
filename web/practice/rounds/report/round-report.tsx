import { getRoundReport, requestRoundReport } from "@greenroom/contract/practice/round-report.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { QueryContent } from "../../../app/query-content.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { practiceMessages } from "../messages.ts";
import { RoundReportView } from "./round-report-view.tsx";

/** The pause before the page asks for the report again: longer later, because a draft may take long. */
const refetchMilliseconds = { soon: 3_000, later: 20_000 };
const soonMilliseconds = 120_000;

/** The report of a round, requested every few seconds while the model drafts it. */
export function RoundReport({ roundId }: { roundId: string }) {
  const [openedAt] = useState(Date.now);
  const request = useMutation({
    mutationFn: () => call(requestRoundReport, { params: { id: roundId } }),
    onSettled: () => report.refetch(),
  });
  const waitsSince = Math.max(openedAt, request.submittedAt);
  const report = useQuery({
    ...queryOptionsFor(getRoundReport, { params: { id: roundId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (state.data?.state !== "waiting") return false;
      const isSoon = Date.now() - waitsSince < soonMilliseconds;
      return isSoon ? refetchMilliseconds.soon : refetchMilliseconds.later;
    },
  });
  return (
    <section aria-labelledby="round-report-title" className="grid gap-3">
      <h2 id="round-report-title" className="text-xl">
        Report
      </h2>
      <QueryContent query={report} loadingLabel="Loading the report…" messages={practiceMessages.report}>
        {({ state, report, canRequest, paused, ...rest }) =>
          report === null ? (
            <Card className="grid justify-items-start gap-3">
              <p role="status">
                {paused === null ? waitingTexts[state === "made" ? "failed" : state] : pausedTexts[paused]}
              </p>
              {canRequest && (
                <Button
                  size="sm"
                  variant="quiet"
                  pending={request.isPending}
                  pendingLabel="Requesting the report…"
                  onClick={() => request.mutate()}
                >
                  {state === "none" ? "Draft a report" : "Try again"}
                </Button>
              )}
              <StatusMessage
                message={request.error && errorMessage(request.error, practiceMessages.requestReport)}
                tone="bad"
              />
            </Card>
          ) : (
            <RoundReportView roundId={roundId} report={report} {...rest} />
          )
        }
      </QueryContent>
    </section>
  );
}

const pausedTexts = {
  limit: "No report today, because the limit for the language model is reached. Try again tomorrow.",
  off: "No report for now, because the language model is switched off.",
};

const waitingTexts = {
  none: "This round has no report. A report needs a language model and an explained answer, and you can have at most 12 in 24 hours.",
  waiting:
    "The language model is drafting the report. This usually takes up to two minutes; you can come back later.",
  failed:
    "The language model could not draft a report. Each answer still shows its tests and the model answer.",
};
