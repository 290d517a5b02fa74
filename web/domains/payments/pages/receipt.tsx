import { getReceipt } from "@greenroom/contract/payments.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { messageOf } from "../../../api/errors.ts";
import { queryOf } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";
import { useTimeZone } from "../../accounts/use-time-zone.ts";
import { pageMeta } from "../../site/components/page-title.ts";
import { ReceiptSheet } from "../components/receipt-sheet.tsx";
import { receiptSentences } from "../sentences.ts";

export const meta = () => pageMeta("Receipt");

/** One purchase on one sheet of paper: what surrounds it is left out when it is printed. */
export default function ReceiptPage() {
  const { id = "" } = useParams();
  const receipt = useQuery(queryOf(getReceipt, { params: { id } }));
  const timeZone = useTimeZone();
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link to={{ pathname: paths.mySessions, search: "?tab=payments" }} className="link">
          All purchases
        </Link>
        {receipt.data && (
          <Button look="quiet" onClick={() => window.print()}>
            Print or save as PDF
          </Button>
        )}
      </div>
      <Card className="print:border-0 print:!p-0 print:shadow-none">
        {receipt.isPending && <LoadingLines label="Loading the receipt…" lines={8} />}
        {receipt.isError && (
          <>
            <h1 className="sr-only">Receipt</h1>
            <ErrorState
              message={messageOf(receipt.error, receiptSentences)}
              onRetry={() => receipt.refetch()}
              retrying={receipt.isFetching}
            />
          </>
        )}
        {receipt.data && <ReceiptSheet receipt={receipt.data} timeZone={timeZone} />}
      </Card>
    </div>
  );
}
