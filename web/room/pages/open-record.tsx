import { Navigate, useLocation, useParams } from "react-router";
import { DashboardLoading } from "../../app/dashboard/dashboard-layout.tsx";
import { paths } from "../../paths.ts";
import { signInPath } from "../../session/next-path.ts";
import { useSession } from "../../session/session.tsx";

/** One URL of a record for both parties, so that a link to a moment works for either of them. */
export default function OpenRecord() {
  const { id = "" } = useParams();
  const { status, user } = useSession();
  const location = useLocation();
  if (status === "loading") return <DashboardLoading />;
  if (user === null) return <Navigate to={signInPath(location)} replace />;
  const pathname = user.role === "interviewer" ? paths.interviewerRecord(id) : paths.intervieweeRecord(id);
  return <Navigate to={{ pathname, search: location.search }} replace />;
}
