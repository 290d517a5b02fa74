import type { Session } from "@greenroom/contract/accounts.ts";
import { useNavigate, useSearchParams } from "react-router";
import { dashboardOf } from "../../paths.ts";
import { ownPath } from "./next-path.ts";
import { useSession } from "./session.tsx";

/** Takes up a new session and goes where the person wanted to be, else to the dashboard of their role. */
export function useEnter(): (session: Session) => void {
  const { signIn } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (session) => {
    signIn(session);
    void navigate(ownPath(search.get("next")) ?? dashboardOf(session.user.role), { replace: true });
  };
}
