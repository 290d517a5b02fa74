import { Navigate } from "react-router";
import { paths } from "../../../paths.ts";
import { lost } from "../components/lost-address.tsx";

/** An unknown path leads home (specification §2). */
export default function NotFoundPage() {
  return <Navigate to={paths.home} state={lost} replace />;
}
