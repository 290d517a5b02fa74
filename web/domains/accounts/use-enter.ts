import type { Session } from "@greenroom/contract/accounts.ts";
import { useNavigate, useSearchParams } from "react-router";
import { dashboardOf, isOwnDocument } from "../../paths.ts";
import { ownPath } from "./next-path.ts";
import { useSession } from "./session.tsx";

/** Takes up a new session and goes where the person wanted to be, else to the dashboard of their role. */
export function useEnter(): (session: Session) => void {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (session) => {
    signIn(session);
    const next = ownPath(search.get("next")) ?? dashboardOf(session.user.role);
    if (isOwnDocument(next)) window.location.replace(next);
    else void navigate(next, { replace: true });
  };
}
