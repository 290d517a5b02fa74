import { getReceipt } from "@greenroom/contract/money/payments.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { errorMessage, isWrongAddress } from "../../../api/errors.ts";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { pageMeta } from "../../../app/page-meta.ts";
import { paths } from "../../../paths.ts";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { LoadingLines } from "../../../ui/status/skeleton.tsx";
import { ReceiptDetails } from "../components/receipt-details.tsx";
import { receiptMessages } from "../messages.ts";

export const meta = () => pageMeta("Receipt");

/** One purchase on one sheet of paper; printing leaves out everything around it. */
export default function ReceiptPage() {
  const { id = "" } = useParams();
  const receipt = useQuery(queryOptionsFor(getReceipt, { params: { id } }));
  const timeZone = useTimeZone();
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <Link to={{ pathname: paths.mySessions, search: "?tab=payments" }} className="link">
          All purchases
        </Link>
        {receipt.data && (
          <Button variant="quiet" onClick={() => window.print()}>
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
              message={errorMessage(receipt.error, receiptMessages)}
              onRetry={isWrongAddress(receipt.error) ? undefined : () => receipt.refetch()}
              retrying={receipt.isFetching}
            />
          </>
        )}
        {receipt.data && <ReceiptDetails receipt={receipt.data} timeZone={timeZone} />}
      </Card>
    </div>
  );
}
