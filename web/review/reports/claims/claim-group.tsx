import type { Dispute } from "@greenroom/contract/review/reports/reports.ts";
import type { AiFeedback, Claim } from "@greenroom/contract/schedule/report-shape.ts";
import { useId } from "react";
import { Card } from "../../../ui/display/card.tsx";
import { ClaimItem } from "./claim-item.tsx";
import type { ReportAnswers } from "./report-answers.ts";

interface ClaimGroupProps {
  /** The level of its heading: 3 below another heading. Its claims are one level lower. */
  level?: 2 | 3;
  title: string;
  claims: Claim[];
  areas: AiFeedback["areas"];
  answers: ReportAnswers;
  disputes: readonly Dispute[];
  /** How each claim was checked; empty if no check was needed. */
  badge: string;
}

/** All claims of one kind. */
export function ClaimGroup({ level = 2, title, claims, areas, answers, disputes, badge }: ClaimGroupProps) {
  const Heading = level === 2 ? "h2" : "h3";
  const id = useId();
  if (claims.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <Heading id={id} className={level === 2 ? "text-xl" : "text-lg"}>
          {title}
        </Heading>
        <p className="text-sm text-ink-2 tabular">
          {claims.length === 1 ? "1 point" : `${claims.length} points`}
        </p>
      </div>
      <Card padded={false} className="overflow-hidden">
        <ul className="divide-y divide-line">
          {claims.map((claim) => (
            <ClaimItem
              key={claim.id}
              level={level === 2 ? 3 : 4}
              claim={claim}
              areaLabel={areas.find(({ name }) => name === claim.area)?.label ?? claim.area}
              answers={answers}
              disputes={disputes.filter(({ claimId }) => claimId === claim.id)}
              badge={badge}
            />
          ))}
        </ul>
      </Card>
    </section>
  );
}
