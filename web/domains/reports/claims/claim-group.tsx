import type { Party } from "@greenroom/contract/bookings.ts";
import type { AiFeedback, Claim } from "@greenroom/contract/reports/report-shape.ts";
import type { Dispute } from "@greenroom/contract/reports/reports.ts";
import { useId } from "react";
import { Card } from "../../../ui/display/card.tsx";
import { ClaimItem } from "./claim-item.tsx";

interface ClaimGroupProps {
  title: string;
  claims: Claim[];
  areas: AiFeedback["areas"];
  bookingId: string;
  disputes: readonly Dispute[];
  /** True for drafted claims, whose quotes were checked; measured ones need no such note. */
  isVerified: boolean;
  viewer?: Party;
}

/** All claims of one kind. */
export function ClaimGroup({
  title,
  claims,
  areas,
  bookingId,
  disputes,
  isVerified,
  viewer = "interviewee",
}: ClaimGroupProps) {
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
              bookingId={bookingId}
              disputes={disputes.filter(({ claimId }) => claimId === claim.id)}
              isVerified={isVerified}
              viewer={viewer}
            />
          ))}
        </ul>
      </Card>
    </section>
  );
}
