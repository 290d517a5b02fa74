import { Navigate } from "react-router";
import { dashboardPath, paths } from "../../paths.ts";
import { useSession } from "../../session/session.tsx";
import { DashboardLoading } from "../dashboard/dashboard-layout.tsx";
import { pageMeta } from "../page-meta.ts";

export const meta = () => pageMeta("Dashboard");

/** Redirects each user to their dashboard (requirements §2). */
export default function Dashboard() {
  const { status, user } = useSession();
  if (status === "loading") return <DashboardLoading />;
  return <Navigate to={user ? dashboardPath(user.role) : paths.signIn} replace />;
}
