import { getDashboardStats } from "@greenroom/contract/money/earnings.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { Pill } from "../../ui/content.tsx";
import { Skeleton } from "../../ui/loading.tsx";

/** The mean of the interviewees' ratings, out of 5 with one decimal (requirements §2). */
export function AverageRating() {
  const stats = useQuery(queryOptionsFor(getDashboardStats));
  if (stats.isPending) return <Skeleton className="h-6.5 w-28 rounded-full" />;
  if (stats.isError) return <span className="text-sm text-ink-3">The rating could not be loaded.</span>;
  const { averageRating } = stats.data;
  if (averageRating === null) return <Pill key="none">No Ratings Yet</Pill>;
  return (
    <Pill key="rated" status="ready">
      Average rating {averageRating.toFixed(1)} / 5
    </Pill>
  );
}
