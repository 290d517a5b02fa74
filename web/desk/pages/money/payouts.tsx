import type { DuePayout } from "@greenroom/contract/desk/money/payouts.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../../api/query-client.tsx";
import { useSite } from "../../../app/page-data.ts";
import { formatDate } from "../../../format/times.ts";
import { PageHeader } from "../../../ui/content.tsx";
import { OperatorQueryContent, useIsOwner } from "../../access/operator-calls.tsx";
import { ActionButton } from "../../actions/action-dialog.tsx";
import { deskMeta, PersonCell, useDeskTime } from "../../layout/desk-parts.tsx";
import { rupees } from "../../money/money-parts.tsx";
import { ExportButton, OpenBatch } from "../../money/payout-batch.tsx";
import { DeskList } from "../../table/data-table.tsx";

export const meta = () => deskMeta("Payouts");

interface DueAmountProps {
  due: DuePayout;
  /** The part that the open export has, so that the bank may have paid it. */
  exported: number;
}

/** The amount, why it is smaller than the earnings in it, and how much of it the bank may have already. */
function DueAmount({ due: { amount, deducted }, exported }: DueAmountProps) {
  return (
    <>
      {rupees(amount)}
      {deducted > 0 && (
        <span className="block text-sm text-ink-2">
          {rupees(deducted)} deducted, which was paid and then taken back
        </span>
      )}
      {amount < 0 && <span className="block text-sm text-ink-2">Waiting for new earnings</span>}
      {exported > 0 && <span className="block text-sm text-ink-2">{exportedText(amount, exported)}</span>}
    </>
  );
}

function exportedText(amount: number, exported: number): string {
  if (exported === amount) return "In the export above";
  // After the export, an earning in it can be taken back; the export still has it.
  if (exported > amount) return `The export above has ${rupees(exported)}`;
  return `${rupees(exported)} of it is in the export above`;
}

/** The payouts that are due to interviewers, and those that were made. */
export default function PayoutsPage() {
  const isOwner = useIsOwner();
  const open = useQuery(queryOptionsFor("GET /api/operator/payout-batches/open"));
  const { nextPayout } = useSite();
  const exportedTo = new Map(
    open.data?.batch?.people.map(({ interviewer, open }) => [interviewer._id, open]),
  );
  const at = useDeskTime();
  return (
    <>
      <PageHeader
        title="Payouts"
        detail={`Export what is due, give the file to the bank, then mark the sent ones as paid.${nextPayout === null ? "" : ` Interviewers expect the next payout on ${formatDate(new Date(`${nextPayout}T12:00:00Z`), "UTC")}.`}`}
        aside={isOwner && <ExportButton />}
      />
      <OperatorQueryContent query={open} loadingLabel="Loading the open export…">
        {({ batch }) => batch !== null && <OpenBatch key={batch._id} batch={batch} isOwner={isOwner} />}
      </OperatorQueryContent>
      <h2 className="mb-3 text-xl">Due now</h2>
      <DeskList
        list={"GET /api/operator/payouts/due"}
        caption="Payouts that are due"
        noun="interviewers"
        rowId={({ interviewer }) => interviewer._id}
        empty={{ title: "Nothing is due", detail: "Earnings appear here once they are credited." }}
        columns={[
          {
            header: "Interviewer",
            isHeading: true,
            cell: ({ interviewer }) => <PersonCell person={interviewer} />,
          },
          {
            header: "Paid to",
            cell: ({ details, detailsChangeAt }) => (
              <>
                {details === null ? (
                  <span className="text-red">No payout details yet</span>
                ) : (
                  <span className="tabular">{details.account}</span>
                )}
                {detailsChangeAt !== null && (
                  <span className="block text-sm text-amber">
                    {details === null ? "Can be used from" : "Changes on"} {at(detailsChangeAt)}
                  </span>
                )}
              </>
            ),
          },
          { header: "Entries", align: "end", cell: ({ entries }) => entries },
          {
            header: "Due",
            align: "end",
            cell: (row) => <DueAmount due={row} exported={exportedTo.get(row.interviewer._id) ?? 0} />,
          },
        ]}
      />
      <h2 className="mb-3 mt-8 text-xl">Paid</h2>
      <DeskList
        list={"GET /api/operator/payouts"}
        caption="Payouts that were made"
        noun="payouts"
        empty={{ title: "No payouts yet" }}
        columns={[
          { header: "Paid", cell: ({ paidAt }) => at(paidAt) },
          {
            header: "Interviewer",
            isHeading: true,
            cell: ({ interviewer }) => <PersonCell person={interviewer} />,
          },
          {
            header: "Reference",
            cell: ({ reference }) => <span className="break-all">{reference}</span>,
          },
          { header: "Entries", align: "end", cell: ({ entries }) => entries },
          { header: "Amount", align: "end", cell: ({ amount }) => rupees(amount) },
          {
            header: "Returned",
            cell: (payout) =>
              payout.returned !== null ? (
                <>
                  {at(payout.returned.at)}
                  <span className="block text-sm text-ink-2">{payout.returned.reason}</span>
                </>
              ) : isOwner ? (
                <ActionButton
                  button={{ "aria-label": `The bank returned ${payout.reference}` }}
                  title="Record a returned transfer"
                  action={"POST /api/operator/payouts/:id/return"}
                  id={payout._id}
                  confirmLabel="Record the return"
                  danger
                  reasonHint="The interviewer reads it in an email."
                >
                  Bank returned it
                </ActionButton>
              ) : (
                "No"
              ),
          },
        ]}
      />
    </>
  );
}
