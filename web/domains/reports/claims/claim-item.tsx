import type { Claim } from "@greenroom/contract/reports/report-shape.ts";
import type { Dispute } from "@greenroom/contract/reports/reports.ts";
import clsx from "clsx";
import { CircleCheck, Flag } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { DisputeForm } from "./dispute-form.tsx";
import { EvidenceQuote, evidenceKey, quotesByItem } from "./evidence-quote.tsx";
import type { ReportAnswers } from "./report-answers.ts";

interface ClaimItemProps {
  /** The level of its heading. */
  level: 3 | 4;
  claim: Claim;
  areaLabel: string;
  answers: ReportAnswers;
  disputes: readonly Dispute[];
  isVerified: boolean;
}

/** One claim: its text, its evidence, and the objections of either party. */
export function ClaimItem({ level, claim, areaLabel, answers, disputes, isVerified }: ClaimItemProps) {
  const Heading = level === 3 ? "h3" : "h4";
  const [isDisputing, setDisputing] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const openerRef = useRef<HTMLButtonElement>(null);
  const textId = useId();
  const { viewer, momentPath, moments } = answers;
  const openedId = moments?.opened?.claimId === claim.id ? moments.opened.itemId : null;
  const open = moments === null ? null : (itemId: string) => moments.open({ itemId, claimId: claim.id });
  const own = disputes.find(({ by }) => by === viewer);
  const close = () => {
    setDisputing(false);
    openerRef.current?.focus();
  };
  return (
    <li
      className={clsx(
        "border-l-3 px-5 py-4 sm:px-6",
        openedId !== null ? "border-l-accent bg-accent-tint" : "border-l-transparent",
      )}
    >
      <Heading id={textId} className="font-text text-base font-semibold leading-snug tracking-normal">
        {claim.text}
      </Heading>
      <ul className="mt-2 grid gap-2.5">
        {quotesByItem(claim.evidence).map((quotes) => (
          <EvidenceQuote
            key={evidenceKey(quotes[0])}
            quotes={quotes}
            momentPath={momentPath}
            isOpened={quotes[0].itemId === openedId}
            onOpen={open}
          />
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        {isVerified && (
          <span className="inline-flex items-center gap-1.5 font-semibold text-green">
            <CircleCheck aria-hidden="true" className="size-4" />
            Verified
          </span>
        )}
        <span className="text-ink-2">{areaLabel}</span>
        <Button
          ref={openerRef}
          variant="ghost"
          size="sm"
          className="ml-auto -mr-3.5 print:hidden"
          aria-expanded={isDisputing}
          aria-describedby={textId}
          onClick={() => setDisputing(!isDisputing)}
        >
          <Flag aria-hidden="true" className="size-4" />
          {own === undefined ? "Dispute" : "Change your objection"}
        </Button>
      </div>
      {disputes.map(({ by, line }) => (
        <p key={by} className="mt-2 rounded-sm border border-accent-line bg-accent-tint px-4 py-3 text-sm">
          <b className="font-semibold text-amber">
            {by === viewer ? "You disputed this: " : `Your ${by} disputed this: `}
          </b>
          {line}
        </p>
      ))}
      {isDisputing && (
        <DisputeForm
          line={own?.line ?? ""}
          onSend={(line) => answers.dispute(claim.id, line)}
          onCancel={close}
          onDone={(said) => {
            setMessage(said);
            close();
          }}
        />
      )}
      <StatusMessage message={message} tone="good" className="mt-2" />
    </li>
  );
}
