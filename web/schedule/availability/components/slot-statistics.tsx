import type { ReactNode } from "react";
import { StatCard } from "../../../ui/display/stat-card.tsx";
import { Skeleton } from "../../../ui/status/skeleton.tsx";
import type { useDashboardStats } from "../queries.ts";

/** The three figures of requirements §2, which are loaded again after each change of a slot. */
export function SlotStatistics({ stats }: { stats: ReturnType<typeof useDashboardStats> }) {
  const figure = (value: number | undefined): ReactNode => {
    if (value !== undefined) return value;
    return stats.isPending ? <Skeleton className="my-0.5 h-7 w-10" /> : "–";
  };
  return (
    <dl className="mb-6 grid gap-2 max-sm:[&>div]:flex-row max-sm:[&>div]:items-center max-sm:[&>div]:justify-between max-sm:[&>div]:py-2 sm:grid-cols-3 sm:gap-4">
      <StatCard label="Available Slots" value={figure(stats.data?.available)} status="ready" />
      <StatCard label="Booked Interviews" value={figure(stats.data?.booked)} status="wait" />
      <StatCard label="Completed Interviews" value={figure(stats.data?.completed)} status="off" />
    </dl>
  );
}
