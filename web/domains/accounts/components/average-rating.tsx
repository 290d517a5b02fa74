import { getDashboardStats } from "@greenroom/contract/earnings.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "../../../api/queries.ts";
import { Pill } from "../../../ui/pill.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

/** What interviewees gave, out of 5 with one decimal (spec §2). */
export function AverageRating() {
  const stats = useQuery(queryOf(getDashboardStats));
  if (stats.isPending) return <Skeleton className="h-6.5 w-28 rounded-full" />;
  if (stats.isError) return <span className="text-sm text-ink-3">The rating could not be loaded.</span>;
  const { averageRating } = stats.data;
  if (averageRating === null) return <Pill>No Ratings Yet</Pill>;
  return (
    <Pill status="ready">
      <span className="sr-only">Average rating </span>
      {averageRating.toFixed(1)} / 5
    </Pill>
  );
}
