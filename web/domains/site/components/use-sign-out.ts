import { useState } from "react";
import { useNavigate } from "react-router";
import { hasDrafts } from "../../../api/drafts.ts";
import { paths } from "../../../paths.ts";
import { useSession } from "../../accounts/session.tsx";
import { draftStorage } from "../../accounts/storage.ts";

/**
 * Clears the session and goes to the sign-in page (specification §2); asks first when this tab holds unsaved edits,
 * which a deliberate sign-out takes along.
 */
export function useSignOut(onSignedOut?: () => void) {
  const { user, signOut } = useSession();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);

  function leave() {
    setAsking(false);
    onSignedOut?.();
    signOut();
    void navigate(paths.signIn);
  }

  return {
    start: () => (user !== null && hasDrafts(draftStorage, user._id) ? setAsking(true) : leave()),
    isAsking,
    leave,
    stay: () => setAsking(false),
  };
}
