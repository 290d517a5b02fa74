import type { Session } from "@greenroom/contract/people/accounts.ts";
import { useNavigate, useSearchParams } from "react-router";
import { dashboardPath, needsFullPageLoad } from "../paths.ts";
import { sameOriginPath } from "./next-path.ts";
import { useSession } from "./session.tsx";

/**
 * Starts using a new session and navigates to the page that the person wanted, else to their role's
 * dashboard.
 */
export function useCompleteSignIn(): (session: Session) => void {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (session) => {
    signIn(session);
    const next = sameOriginPath(search.get("next")) ?? dashboardPath(session.user.role);
    if (needsFullPageLoad(next)) window.location.replace(next);
    else void navigate(next, { replace: true });
  };
}
