import type { Earning } from "@greenroom/contract/earnings.ts";
import { formatRupees, paiseFromRupees, rupeesFromPaise } from "@greenroom/contract/money.ts";
import { StatCard } from "../../../ui/stat-card.tsx";

interface EarningsTotalProps {
  /** Rupees, credited only, as the server sums them. */
  total: number;
  transactions: readonly Earning[];
}

export function EarningsTotal({ total, transactions }: EarningsTotalProps) {
  const pending = transactions.filter((transaction) => transaction.status === "pending");
  // Summed in paise: rupees with decimals do not add up exactly.
  const pendingPaise = pending.reduce((sum, { amount }) => sum + paiseFromRupees(amount), 0);
  return (
    <dl className="mb-6 grid gap-3 sm:grid-cols-2 sm:gap-4">
      <StatCard
        label="Total credited"
        value={formatRupees(total, { decimals: true })}
        detail="Credited once your feedback PDF is uploaded"
        status="ready"
      />
      <StatCard
        label="Pending"
        value={formatRupees(rupeesFromPaise(pendingPaise), { decimals: true })}
        detail={sayPending(pending.length)}
        status="wait"
      />
    </dl>
  );
}

function sayPending(count: number): string {
  if (count === 0) return "No interview waits for your PDF";
  return count === 1 ? "1 interview waits for your PDF" : `${count} interviews wait for your PDF`;
}
