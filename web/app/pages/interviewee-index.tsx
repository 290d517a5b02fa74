import { Navigate } from "react-router";
import { paths } from "../../paths.ts";

/** `/interviewee-dashboard` itself has no content. */
export default function IntervieweeIndex() {
  return <Navigate to={paths.profile} replace />;
}
