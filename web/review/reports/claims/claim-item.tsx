import type { Dispute } from "@greenroom/contract/review/reports/reports.ts";
import type { Claim } from "@greenroom/contract/schedule/report-shape.ts";
import clsx from "clsx";
import { useId } from "react";
import { ClaimSupport } from "./claim-support.tsx";
import type { ReportAnswers } from "./report-answers.ts";

interface ClaimItemProps {
  /** The level of its heading. */
  level: 3 | 4;
  claim: Claim;
  areaLabel: string;
  answers: ReportAnswers;
  disputes: readonly Dispute[];
  /** How it was checked; empty if no check was needed. */
  badge: string;
}

/** One claim: its text, its evidence, and the disputes of either party. */
export function ClaimItem({ level, claim, answers, ...support }: ClaimItemProps) {
  const Heading = level === 3 ? "h3" : "h4";
  const textId = useId();
  const isOpened = answers.moments?.opened?.claimId === claim.id;
  return (
    <li
      className={clsx(
        "border-l-3 px-5 py-4 sm:px-6",
        isOpened ? "border-l-accent bg-accent-tint" : "border-l-transparent",
      )}
    >
      <Heading id={textId} className="font-text text-base font-semibold leading-snug tracking-normal">
        {claim.text}
      </Heading>
      <ClaimSupport claim={claim} textId={textId} answers={answers} {...support} />
    </li>
  );
}
