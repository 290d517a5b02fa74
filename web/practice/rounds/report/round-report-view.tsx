import type { RoundReport } from "@greenroom/contract/practice/round-report.ts";
import { claimBadge, claimTitles } from "@greenroom/contract/review/reports/report-labels.ts";
import { type AiFeedback, claimKinds } from "@greenroom/contract/schedule/report-shape.ts";
import { ClaimGroup } from "../../../review/reports/claims/claim-group.tsx";
import { PracticeLinks } from "../../../review/reports/plan/practice-links.tsx";
import { ReportFooter } from "../../../review/reports/report-footer.tsx";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { Card } from "../../../ui/display/card.tsx";
import { useRoundAnswers } from "./use-round-answers.ts";

interface RoundReportViewProps extends Pick<RoundReport, "hints" | "disputes" | "useful"> {
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
      {claimKinds.map((kind) => (
        <ClaimGroup
          key={kind}
          level={3}
          title={claimTitles[kind]}
          claims={claims.filter((claim) => claim.kind === kind)}
          areas={report.areas}
          answers={answers}
          disputes={disputes}
          badge={claimBadge(source)}
        />
      ))}
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
