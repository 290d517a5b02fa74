import { useSyncExternalStore } from "react";
import { Link, useLocation } from "react-router";
import { sessionEnded } from "../api/session-ended.ts";
import { paths } from "../paths.ts";
import { buttonClass } from "../ui/actions/button-class.ts";
import { StatusLight } from "../ui/status/status-light.tsx";
import { signInPath } from "./next-path.ts";

/**
 * Says that the server no longer accepts this session. The notice covers the foot of the page and removes
 * nothing: what was typed can still be read and copied, and is restored after sign-in where the form keeps a
 * draft.
 */
export function SessionEndedNotice() {
  const ended = useSyncExternalStore(sessionEnded.subscribe, sessionEnded.isEnded, () => false);
  const location = useLocation();
  const isShown = ended && location.pathname !== paths.signIn;
  return (
    <div role="alert" className="pointer-events-none fixed inset-x-0 bottom-20 z-50 px-4 md:bottom-6">
      {isShown && (
        <div
          data-theme="dark"
          className="animate-rise pointer-events-auto mx-auto flex w-fit max-w-full flex-wrap items-center justify-center gap-x-5 gap-y-2 rounded-md border border-dark-line bg-dark px-5 py-3 text-on-dark shadow-high"
        >
          <StatusLight status="wait" className="text-base">
            Your session has ended, sign in again
          </StatusLight>
          <Link to={signInPath(location)} className={buttonClass({ variant: "accent", size: "sm" })}>
            Sign in again
          </Link>
        </div>
      )}
    </div>
  );
}
