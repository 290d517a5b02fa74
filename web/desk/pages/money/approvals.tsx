import type { Approval, approvalDecisions } from "@greenroom/contract/desk/approvals.ts";
import { PageHeader, SegmentedControl } from "../../../ui/content.tsx";
import { useIsOwner } from "../../access/operator-calls.tsx";
import { ActionButton } from "../../actions/action-dialog.tsx";
import { useAddressFilter } from "../../filters/filter-fields.tsx";
import { deskMeta, PersonCell, useDeskTime } from "../../layout/desk-parts.tsx";
import { ApprovalPill } from "../../money/money-parts.tsx";
import { DeskList } from "../../table/data-table.tsx";

export const meta = () => deskMeta("Approvals");

type Decision = (typeof approvalDecisions)[number];

const kinds: Record<Approval["kind"], string> = {
  refund: "Refund",
  payout: "Payout",
  grant: "Grant",
  cancel: "Cancellation",
  price: "Price",
  coupon: "Coupon",
};
const decisions: Record<Decision, { title: string; label: string }> = {
  approve: { title: "Approve and run it", label: "Approve" },
  decline: { title: "Decline it", label: "Decline" },
  withdraw: { title: "Withdraw it", label: "Withdraw" },
};

/** Actions over a limit: one operator asks, another owner decides. */
export default function ApprovalsPage() {
  const isOwner = useIsOwner();
  const { values, set } = useAddressFilter();
  const state = values.state === "decided" ? "decided" : "open";
  const at = useDeskTime();
  return (
    <>
      <PageHeader
        title="Approvals"
        detail="Refunds, payouts, grants and support's cancellations over their limit, and low prices, need the approval of another owner."
        aside={
          <SegmentedControl
            label="Which approvals"
            options={[
              { value: "open", label: "Open" },
              { value: "decided", label: "Decided" },
            ]}
            value={state}
            onChange={(next) => set({ state: next === "open" ? null : next })}
          />
        }
      />
      <DeskList
        list={"GET /api/operator/approvals"}
        toQuery={() => ({ state })}
        caption="Approvals"
        noun="approvals"
        empty={
          state === "open" ? { title: "No approvals are waiting" } : { title: "Nothing has been decided yet" }
        }
        columns={[
          {
            header: "What",
            isHeading: true,
            cell: ({ kind, lines, reason }) => (
              <>
                <span className="font-semibold">{kinds[kind]}</span>
                {lines.slice(0, 3).map(({ label, text }) => (
                  <span key={label} className="block max-w-md text-sm">
                    {label}: {text}
                  </span>
                ))}
                <span className="block max-w-md text-sm text-ink-3">Reason: {reason}</span>
              </>
            ),
          },
          { header: "Asked by", cell: ({ askedBy }) => <PersonCell person={askedBy} /> },
          {
            header: state === "open" ? "Expires" : "Decided",
            cell: ({ expiresAt, decidedAt, decidedBy, decisionReason }) => (
              <>
                {at(decidedAt ?? expiresAt)}
                {decidedBy !== null && <span className="block text-sm text-ink-3">{decidedBy.email}</span>}
                {decisionReason !== null && (
                  <span className="block max-w-md break-words text-sm text-ink-2">
                    Reason: {decisionReason}
                  </span>
                )}
              </>
            ),
          },
          { header: "State", cell: (approval) => <ApprovalPill state={approval.state} /> },
          ...(state === "open"
            ? [
                {
                  header: "Next step",
                  cell: (approval: Approval) =>
                    isOwner || approval.isMine ? <Decisions approval={approval} /> : "An owner decides",
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

function Decisions({ approval: { _id, isMine } }: { approval: Approval }) {
  const choices: Decision[] = isMine ? ["withdraw"] : ["approve", "decline"];
  return (
    <span className="flex flex-wrap gap-2">
      {choices.map((decision) => (
        <ActionButton
          key={decision}
          button={decision === "approve" ? { variant: "primary" } : {}}
          title={decisions[decision].title}
          action={"POST /api/operator/approvals/:id/decision"}
          id={_id}
          input={{ decision }}
          confirmLabel={decisions[decision].label}
          danger={decision === "approve"}
          reasonHint={
            isMine
              ? "Operators read it below Decided and in the audit log."
              : "The operator who asked reads it below Decided; it is also in the audit log."
          }
        >
          {decisions[decision].label}
        </ActionButton>
      ))}
    </span>
  );
}
