import { Navigate } from "react-router";
import { paths } from "../../paths.ts";
import { notFoundState } from "../not-found-notice.tsx";

/** An unknown path leads to the home page (requirements §2). */
export default function NotFoundPage() {
  return (
    // The home page is loaded in the meantime. It is longer than the window, so the footer is below it from the start.
    <div className="min-h-dvh">
      <Navigate to={paths.home} state={notFoundState} replace />
    </div>
  );
}
