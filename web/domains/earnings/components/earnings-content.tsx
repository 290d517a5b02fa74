import { listEarnings } from "@greenroom/contract/earnings.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { queryOf } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { useTimeZone } from "../../accounts/use-time-zone.ts";
import { Loaded } from "../../site/components/loaded.tsx";
import { EarningsTable } from "./earnings-table.tsx";
import { EarningsTotal } from "./earnings-total.tsx";

const sentences = {
  failed: "Failed to load your earnings.",
  network: "Network error or server unavailable.",
};

export function EarningsContent() {
  const earnings = useQuery(queryOf(listEarnings));
  const timeZone = useTimeZone();
  return (
    <Loaded query={earnings} loadingLabel="Loading your earnings…" sentences={sentences}>
      {({ transactions, totalEarnings }) => (
        <>
          <EarningsTotal total={totalEarnings} transactions={transactions} />
          <h2 className="sr-only">Transactions</h2>
          <Card padded={false} className="overflow-hidden">
            {transactions.length === 0 ? (
              <NoEarnings />
            ) : (
              <EarningsTable transactions={transactions} timeZone={timeZone} />
            )}
          </Card>
        </>
      )}
    </Loaded>
  );
}

function NoEarnings() {
  return (
    <EmptyState
      title="No earnings yet"
      detail="Each interview that you hold adds a line here. Offer a few slots to begin."
      action={
        <Link to={paths.calendar} className={buttonClass()}>
          Open my calendar
        </Link>
      }
    />
  );
}
