import { Navigate } from "react-router";
import { paths } from "../../paths.ts";
import { pageMeta } from "../page-meta.ts";

/** The title of the page that it opens, for the moment until then. */
export const meta = () => pageMeta("Profile");

/** `/interviewee-dashboard` itself has no content. */
export default function IntervieweeIndex() {
  return <Navigate to={paths.profile} replace />;
}
