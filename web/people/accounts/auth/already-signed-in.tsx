import { useEffect, useState } from "react";
import { Link } from "react-router";
import { sessionEnded } from "../../../api/session-ended.ts";
import { dashboardPath } from "../../../paths.ts";
import { useSession } from "../../../session/session.tsx";

/**
 * For a user who came here signed in. Not for a session that opens on this page, which navigates on its own.
 */
export function AlreadySignedIn() {
  const { status, user, token } = useSession();
  const [tokenOnArrival, setTokenOnArrival] = useState<string | null>(null);
  useEffect(() => {
    if (status !== "loading") setTokenOnArrival((known) => known ?? token ?? "");
  }, [status, token]);

  if (user === null || token !== tokenOnArrival || sessionEnded.isEnded()) return null;
  return (
    <p className="mb-5 rounded-sm border border-green-line bg-green-tint px-4 py-3">
      You are signed in as {user.email}.{" "}
      <Link to={dashboardPath(user.role)} className="link">
        Go to your dashboard
      </Link>
    </p>
  );
}
