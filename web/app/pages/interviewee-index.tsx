import { Navigate } from "react-router";
import { paths } from "../../paths.ts";

export default function IntervieweeIndex() {
  return <Navigate to={paths.profile} replace />;
}
