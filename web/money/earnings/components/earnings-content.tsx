import { fullName } from "@greenroom/contract/kernel/full-name.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { type HeldEarning, listEarnings } from "@greenroom/contract/money/earnings.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { networkMessages } from "../../../api/network-messages.ts";
import { pageOptionsFor } from "../../../api/query-client.ts";
import { LoadMore } from "../../../app/load-more.tsx";
import { QueryContent } from "../../../app/query-content.tsx";
import { formatDateTime } from "../../../format/format-time.ts";
import { paths } from "../../../paths.ts";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { buttonClass } from "../../../ui/actions/button-class.ts";
import { Card } from "../../../ui/display/card.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import { EarningsTable } from "./earnings-table.tsx";
import { EarningsTotal } from "./earnings-total.tsx";
import { PaymentTerms } from "./payment-terms.tsx";

const messages = {
  failed: "Failed to load your earnings.",
  network: networkMessages.unavailable,
};

const nothingPending = { amount: 0, interviews: 0 };

export function EarningsContent() {
  const earnings = useInfiniteQuery(pageOptionsFor(listEarnings));
  const timeZone = useTimeZone();
  return (
    <QueryContent query={earnings} loadingLabel="Loading your earnings…" messages={messages}>
      {({ pages }) => {
        const transactions = pages.flatMap(({ output }) => output.transactions);
        // Every page contains the sums; those of the first page are reloaded with each refresh.
        const sums = pages[0]?.output;
        return (
          <>
            <EarningsTotal total={sums?.totalEarnings ?? 0} pending={sums?.pending ?? nothingPending} />
            <PaymentTerms />
            {sums?.toDeduct !== undefined && sums.toDeduct > 0 && (
              <p className="mb-6 rounded-sm border border-accent-line bg-accent-tint px-4 py-3 text-amber">
                Your next payout is reduced by {formatRupees(sums.toDeduct, { decimals: true })}, which was
                paid to you and taken back afterwards. You can see the reason at the interview below.
              </p>
            )}
            <HeldEarnings held={sums?.held ?? []} timeZone={timeZone} />
            <h2 className="sr-only">Transactions</h2>
            <Card padded={false} className="overflow-hidden">
              {transactions.length === 0 ? (
                <NoEarnings />
              ) : (
                <EarningsTable transactions={transactions} timeZone={timeZone} />
              )}
            </Card>
            <LoadMore query={earnings} noun="earnings" />
          </>
        );
      }}
    </QueryContent>
  );
}

/** Interviews that ended early, which earn nothing until somebody has answered. */
function HeldEarnings({ held, timeZone }: { held: HeldEarning[]; timeZone: string }) {
  if (held.length === 0) return null;
  return (
    <section
      aria-labelledby="held-earnings"
      className="mb-6 rounded-sm border border-accent-line bg-accent-tint px-4 py-3 text-sm"
    >
      <h2 id="held-earnings" className="font-text text-base font-semibold">
        On hold
      </h2>
      <ul className="mt-1 grid gap-1">
        {held.map(({ _id, startTime, userId, minutesTogether, reason }) => (
          <li key={_id} className="break-words">
            {formatDateTime(new Date(startTime), timeZone)}, {fullName(userId)}: ended after {minutesTogether}{" "}
            min
            {reason === null ? ". Say in History why it was short." : ` (“${reason}”).`} You earn when{" "}
            {userId.firstName} says that it was fine, or our team decides so.
          </li>
        ))}
      </ul>
    </section>
  );
}

function NoEarnings() {
  return (
    <EmptyState
      title="No earnings yet"
      detail="Each interview you give is listed here. Offer a few slots to begin."
      action={
        <Link to={paths.calendar} className={buttonClass()}>
          Open my calendar
        </Link>
      }
    />
  );
}
