import type { RoundReport as RoundReportContent } from "@greenroom/contract/practice/round-report.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, errorMessage } from "../../api/client.ts";
import { queryKeyFor, queryOptionsFor } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { ClaimGroups } from "../../review/reports/claims.tsx";
import { PracticeLinks } from "../../review/reports/next-two-weeks.tsx";
import type { ReportAnswers } from "../../review/reports/report-answers.tsx";
import { ReportFooter } from "../../review/reports/report-parts.tsx";
import { useTimeZone } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { practiceMessages } from "./messages.ts";

/** The pause before the page asks for the report again: longer later, because a draft may take long. */
const refetchMilliseconds = { soon: 3_000, later: 20_000 };
const soonMilliseconds = 120_000;

/** The report of a round, requested every few seconds while the model drafts it. */
export function RoundReport({ roundId }: { roundId: string }) {
  const [openedAt] = useState(Date.now);
  const request = useMutation({
    mutationFn: () => call("POST /api/practice/rounds/:id/report", { params: { id: roundId } }),
    onSettled: () => report.refetch(),
  });
  const waitsSince = Math.max(openedAt, request.submittedAt);
  const report = useQuery({
    ...queryOptionsFor("GET /api/practice/rounds/:id/report", { params: { id: roundId } }),
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

interface RoundReportViewProps extends Pick<RoundReportContent, "hints" | "disputes" | "useful"> {
  roundId: string;
  report: AiFeedback;
}

/** The points that a language model drafted about a round, each with its quotes. Nothing in it is a score. */
export function RoundReportView({ roundId, report, hints, disputes, useful }: RoundReportViewProps) {
  const { claims, plan, source, checked } = report;
  const { rate, ...answers } = useRoundAnswers(roundId);
  const timeZone = useTimeZone();
  const name = source.kind === "model" ? ` by ${source.name}` : "";
  return (
    <div className="grid gap-6">
      <p className="max-w-prose text-ink-2">
        Drafted{name}. {keptText(report)} Nothing here is a score.
      </p>
      {claims.length === 0 && (
        <Card>
          <p>
            {checked === 0
              ? "Your answers show too little for a point of feedback."
              : "No point of the draft could be shown in your answers, so there is no point of feedback."}
          </p>
        </Card>
      )}
      <ClaimGroups level={3} report={report} claims={claims} answers={answers} disputes={disputes} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Plan plan={plan} />
        <Card className="grid gap-2">
          <h3 className="font-text text-base font-semibold">Hints used</h3>
          <ul className="grid gap-1 text-sm">
            {hints.map(({ title, opened, total }) => (
              <li key={title} className="flex justify-between gap-4">
                <span>{title}</span>
                <span className="shrink-0 text-ink-2 tabular">
                  {opened} of {total}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      </div>
      <ReportFooter report={report} useful={useful} timeZone={timeZone} onRate={rate} />
    </div>
  );
}

function keptText({ checked, verified }: AiFeedback): string {
  if (checked === 0) return "The draft has no points.";
  const points = checked === 1 ? "point is" : "points are";
  return `${verified} of ${checked} ${points} kept: every quote was checked, word for word, against your round.`;
}

function Plan({ plan }: Pick<AiFeedback, "plan">) {
  if (plan.length === 0) return null;
  return (
    <Card className="grid gap-3">
      <h3 className="font-text text-base font-semibold">Exercises</h3>
      <ul className="grid gap-3">
        {plan.map((exercise) => (
          <li key={exercise.claimId} className="grid gap-1 text-sm">
            <p className="font-semibold">{exercise.title}</p>
            <p className="text-ink-2">{exercise.exercise}</p>
            <PracticeLinks exercise={exercise} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The calls by which a candidate answers the report of a round. Its record has no page of its own. */
export function useRoundAnswers(
  id: string,
): ReportAnswers & { rate: (isUseful: boolean) => Promise<string> } {
  const queryClient = useQueryClient();
  const readAgain = () =>
    queryClient.invalidateQueries({ queryKey: queryKeyFor("GET /api/practice/rounds/:id/report") });
  return {
    viewer: "interviewee",
    record: null,
    moments: null,
    dispute: async (claimId, line) => {
      const { msg } = await call("POST /api/practice/rounds/:id/report/claims/:claimId/dispute", {
        params: { id, claimId },
        body: { line },
      });
      await readAgain();
      return msg;
    },
    rate: async (isUseful) => {
      const { msg } = await call("POST /api/practice/rounds/:id/report/useful", {
        params: { id },
        body: { useful: isUseful },
      });
      await readAgain();
      return msg;
    },
  };
}
