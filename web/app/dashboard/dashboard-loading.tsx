import { LoadingLines, Skeleton } from "../../ui/status/skeleton.tsx";
import { DashboardLayout } from "./dashboard-layout.tsx";

/** The shape of a dashboard while the session loads, so that nothing jumps. */
export function DashboardLoading() {
  return (
    <DashboardLayout links={[]}>
      <Skeleton className="mb-8 h-8 w-64" />
      <LoadingLines label="Loading your dashboard…" lines={5} />
    </DashboardLayout>
  );
}
