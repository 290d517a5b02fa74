import { useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { sessionEnded } from "../api/session-ended.ts";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/actions/button-class.ts";
import { FootNotice } from "../ui/status/foot-notice.tsx";
import { signInPath } from "./next-path.ts";

/**
 * Says that the server no longer accepts this session. The notice covers the foot of the page and removes
 * nothing: what was typed can still be read and copied, and is restored after sign-in where the form keeps a
 * draft.
 */
export function SessionEndedNotice() {
  const ended = useSyncExternalStore(sessionEnded.subscribe, sessionEnded.isEnded, () => false);
  const location = useLocation();
  if (!ended || location.pathname === paths.signIn) return null;
  return (
    <FootNotice message="Your session has ended, sign in again">
      <Link to={signInPath(location)} className={buttonClass({ variant: "accent", size: "sm" })}>
        Sign in again
      </Link>
    </FootNotice>
  );
}
