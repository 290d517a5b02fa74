import { Navigate } from "react-router";
import { paths } from "../../paths.ts";
import { pageMeta } from "../page-meta.ts";

/** The title of the page that it opens, for the moment until then. */
export const meta = () => pageMeta("Manage My Calendar");

export default function InterviewerIndex() {
  return <Navigate to={paths.calendar} replace />;
}
