import { Navigate } from "react-router";
import { paths } from "../../paths.ts";

export default function InterviewerIndex() {
  return <Navigate to={paths.calendar} replace />;
}
