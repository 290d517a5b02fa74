import { Navigate, Outlet, useLocation } from "react-router";
import { notFoundState } from "../../app/not-found-notice.tsx";
import { pageMeta } from "../../app/page-meta.ts";
import { paths } from "../../paths.ts";
import { signInPath } from "../../session/next-path.ts";
import { useSession } from "../../session/session.tsx";
import { LoadingLines } from "../../ui/loading.tsx";
import { Card } from "../../ui/panels.tsx";
import { RequireDeskAccess } from "../access/require-desk-access.tsx";

export const meta = () => pageMeta("Operator's desk");

/** The layout of the desk. Everybody but operators gets the page for unknown addresses. */
export default function OperatorLayout() {
  const { status, user } = useSession();
  const location = useLocation();
  if (status === "loading") return <DeskLoading />;
  if (user === null) return <Navigate to={signInPath(location)} replace />;
  if (!user.isOperator) return <Navigate to={paths.home} state={notFoundState} replace />;
  return (
    <RequireDeskAccess>
      <Outlet />
    </RequireDeskAccess>
  );
}

/** Has a heading and a landmark, because a screen reader can begin to read before the session is known. */
function DeskLoading() {
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto grid min-h-dvh w-full max-w-xl content-start gap-6 px-4 py-8 outline-none"
    >
      <h1 className="text-2xl">Operator's desk</h1>
      <Card>
        <LoadingLines label="Loading the operator's desk…" lines={4} />
      </Card>
    </main>
  );
}
