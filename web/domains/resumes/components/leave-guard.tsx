import { useEffect } from "react";
import { useBlocker } from "react-router";
import { paths } from "../../../paths.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";

/** Asks before unsaved edits are left behind, inside the site and out of it. */
export function LeaveGuard({ isUnsaved }: { isUnsaved: boolean }) {
  // Signing in again after an expired session comes back here, to the same edits.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.pathname !== paths.signIn,
  );

  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);

  return (
    <ConfirmDialog
      open={blocker.state === "blocked"}
      title="Leave without saving?"
      message="Your changes stay in this browser tab until you come back, but interviewers do not see them."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
