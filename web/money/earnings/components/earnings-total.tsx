import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { StatCard } from "../../../ui/display/stat-card.tsx";

interface EarningsTotalProps {
  /** In rupees; the server sums only credited earnings. */
  total: number;
  /** The part that waits for feedback; `amount` in rupees. */
  pending: { amount: number; interviews: number };
}

export function EarningsTotal({ total, pending }: EarningsTotalProps) {
  return (
    <dl className="mb-6 grid gap-3 sm:grid-cols-2 sm:gap-4">
      <StatCard
        label="Total credited"
        value={formatRupees(total, { decimals: true })}
        detail="Credited once your feedback is in"
        status="ready"
      />
      <StatCard
        label="Pending"
        value={formatRupees(pending.amount, { decimals: true })}
        detail={pendingText(pending.interviews)}
        status="wait"
      />
    </dl>
  );
}

function pendingText(count: number): string {
  if (count === 0) return "No earning is waiting for your feedback";
  return count === 1
    ? "1 earning is waiting for your feedback"
    : `${count} earnings are waiting for your feedback`;
}
