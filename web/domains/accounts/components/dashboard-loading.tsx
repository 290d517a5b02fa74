import { LoadingLines, Skeleton } from "../../../ui/skeleton.tsx";
import { DashboardFrame } from "./dashboard-frame.tsx";

/** A dashboard whose owner is not known yet: its shape, so that nothing jumps. */
export function DashboardLoading() {
  return (
    <DashboardFrame links={[]}>
      <Skeleton className="mb-8 h-8 w-64" />
      <LoadingLines label="Loading your dashboard…" lines={5} />
    </DashboardFrame>
  );
}
