import { Navigate } from "react-router";
import { dashboardOf, paths } from "../../../paths.ts";
import { DashboardLoading } from "../components/dashboard-loading.tsx";
import { useSession } from "../session.tsx";

/** Sends everybody to where they belong (spec §2). */
export default function Dashboard() {
  const { status, user } = useSession();
  if (status === "loading") return <DashboardLoading />;
  return <Navigate to={user ? dashboardOf(user.role) : paths.signIn} replace />;
}
