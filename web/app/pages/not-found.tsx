import { Navigate } from "react-router";
import { paths } from "../../paths.ts";
import { notFoundState } from "../not-found-notice.tsx";

/** An unknown path leads to the home page (requirements §2). */
export default function NotFoundPage() {
  return <Navigate to={paths.home} state={notFoundState} replace />;
}
