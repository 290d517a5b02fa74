import { Navigate } from "react-router";
import { paths } from "../../paths.ts";
import { useUser } from "../../session/session.tsx";
import { pageMeta } from "../page-meta.ts";

export const meta = () => pageMeta("Dashboard");

/** A dashboard's own path has no content. */
export default function DashboardIndex() {
  return <Navigate to={useUser().role === "interviewer" ? paths.calendar : paths.profile} replace />;
}
