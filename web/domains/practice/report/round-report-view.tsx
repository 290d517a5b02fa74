import { claimTitles, evidenceLabel, isCodeQuote } from "@greenroom/contract/reports/report-labels.ts";
import {
  type AiFeedback,
  type Claim,
  claimKinds,
  type Evidence,
} from "@greenroom/contract/reports/report-shape.ts";
import { formatClock } from "../../../format/format-clock.ts";
import { Card } from "../../../ui/display/card.tsx";
import { PracticeLinks } from "../../reports/practice-links.tsx";

interface RoundReportViewProps {
  report: AiFeedback;
  hints: readonly { title: string; opened: number; total: number }[];
}

/** The points that a language model drafted about a round, each with its quotes. Nothing in it is a score. */
export function RoundReportView({ report, hints }: RoundReportViewProps) {
  const { claims, plan, source, checked, verified } = report;
  const name = source.kind === "measured" ? "" : ` by ${source.name}`;
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-ink-2">
        Drafted{name}. {verified} of {checked} {checked === 1 ? "point is" : "points are"} kept: every quote
        was checked, word for word, against your round. Nothing here is a score.
      </p>
      {claims.length === 0 && (
        <Card>
          <p>Your answers show too little for a point of feedback.</p>
        </Card>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {claimKinds.map((kind) => (
          <Claims
            key={kind}
            title={claimTitles[kind]}
            claims={claims.filter((claim) => claim.kind === kind)}
            areas={report.areas}
          />
        ))}
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
    </div>
  );
}

interface ClaimsProps {
  title: string;
  claims: readonly Claim[];
  areas: AiFeedback["areas"];
}

function Claims({ title, claims, areas }: ClaimsProps) {
  if (claims.length === 0) return null;
  return (
    <Card className="grid gap-4">
      <h3 className="font-text text-base font-semibold">{title}</h3>
      <ul className="grid gap-4">
        {claims.map((claim) => (
          <li key={claim.id} className="grid gap-1.5">
            <p className="font-semibold [overflow-wrap:anywhere]">{claim.text}</p>
            {claim.evidence.map((evidence) => (
              <Quote key={`${evidence.itemId} ${evidence.quote}`} evidence={evidence} />
            ))}
            <p className="text-sm text-ink-2">
              {areas.find(({ name }) => name === claim.area)?.label ?? claim.area}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Quote({ evidence }: { evidence: Evidence }) {
  return (
    <figure className="grid gap-1 border-l-2 border-green-line pl-3">
      {isCodeQuote(evidence) ? (
        <code className="whitespace-pre-wrap font-mono text-sm [overflow-wrap:anywhere]">
          {evidence.quote}
        </code>
      ) : (
        <q className="font-display text-ink-2 [overflow-wrap:anywhere]">{evidence.quote}</q>
      )}
      <figcaption className="text-sm text-ink-2 tabular">
        {formatClock(Math.max(0, evidence.atSeconds))} · {evidenceLabel(evidence)}
      </figcaption>
    </figure>
  );
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
