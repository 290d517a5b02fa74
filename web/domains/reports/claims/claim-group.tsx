import type { AiFeedback, Claim } from "@greenroom/contract/reports/report-shape.ts";
import type { Dispute } from "@greenroom/contract/reports/reports.ts";
import { useId } from "react";
import { Card } from "../../../ui/display/card.tsx";
import { ClaimItem } from "./claim-item.tsx";
import type { ReportAnswers } from "./report-answers.ts";

interface ClaimGroupProps {
  title: string;
  claims: Claim[];
  areas: AiFeedback["areas"];
  answers: ReportAnswers;
  disputes: readonly Dispute[];
  /** True for drafted claims, whose quotes were checked; measured ones need no such note. */
  isVerified: boolean;
}

/** All claims of one kind. */
export function ClaimGroup({ title, claims, areas, answers, disputes, isVerified }: ClaimGroupProps) {
  const id = useId();
  if (claims.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <p className="text-sm text-ink-2 tabular">
          {claims.length === 1 ? "1 point" : `${claims.length} points`}
        </p>
      </div>
      <Card padded={false} className="overflow-hidden">
        <ul className="divide-y divide-line">
          {claims.map((claim) => (
            <ClaimItem
              key={claim.id}
              claim={claim}
              areaLabel={areas.find(({ name }) => name === claim.area)?.label ?? claim.area}
              answers={answers}
              disputes={disputes.filter(({ claimId }) => claimId === claim.id)}
              isVerified={isVerified}
            />
          ))}
        </ul>
      </Card>
    </section>
  );
}
