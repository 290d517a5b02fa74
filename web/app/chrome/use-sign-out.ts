import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { draftStorage } from "../../session/browser-storage.ts";
import { hasDrafts } from "../../session/drafts/drafts.ts";
import { useSession } from "../../session/session.tsx";

/**
 * Clears the session and goes to the sign-in page (requirements §2). Asks first when this tab has unsaved
 * edits, because signing out deletes them.
 */
export function useSignOut(onSignedOut?: () => void) {
  const { user, signOut } = useSession();
  const navigate = useNavigate();
  const [isConfirmOpen, setConfirmOpen] = useState(false);

  function leave() {
    setConfirmOpen(false);
    onSignedOut?.();
    signOut();
    void navigate(paths.signIn);
  }

  return {
    start: () => (user !== null && hasDrafts(draftStorage, user._id) ? setConfirmOpen(true) : leave()),
    isAsking: isConfirmOpen,
    leave,
    stay: () => setConfirmOpen(false),
  };
}
