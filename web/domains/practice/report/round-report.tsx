import { getRoundReport } from "@greenroom/contract/practice/round-report.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { QueryContent } from "../../../app/query-content.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { practiceMessages } from "../messages.ts";
import { RoundReportView } from "./round-report-view.tsx";

const askAgainMilliseconds = 3_000;

/** The report of a round, requested every few seconds while the model drafts it. */
export function RoundReport({ roundId }: { roundId: string }) {
  const report = useQuery({
    ...queryOptionsFor(getRoundReport, { params: { id: roundId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? askAgainMilliseconds : false),
  });
  return (
    <section aria-labelledby="round-report-title" className="grid gap-3">
      <h2 id="round-report-title" className="text-xl">
        Report
      </h2>
      <QueryContent query={report} loadingLabel="Loading the report…" messages={practiceMessages.report}>
        {({ state, report, hints }) =>
          report === null ? (
            <Card>
              <p role="status">{waitingTexts[state === "made" ? "failed" : state]}</p>
            </Card>
          ) : (
            <RoundReportView report={report} hints={hints} />
          )
        }
      </QueryContent>
    </section>
  );
}

const waitingTexts = {
  none: "This round has no report. It needs a language model that takes part and an explained answer, and there are at most 12 a day.",
  waiting:
    "The language model is drafting the report. This usually takes up to two minutes; you can come back later.",
  failed:
    "The language model could not draft a report. Each answer still shows its tests and the model answer.",
};
