import { useEffect } from "react";
import { useBlocker } from "react-router";
import { paths } from "../../../paths.ts";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";

/** Asks before unsaved edits are abandoned, both inside the site and when leaving it. */
export function UnsavedChangesGuard({ isUnsaved }: { isUnsaved: boolean }) {
  // Signing in again after an expired session returns here, to the same edits.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.pathname !== paths.signIn,
  );

  useEffect(() => {
    if (!isUnsaved) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", preventUnload);
    return () => window.removeEventListener("beforeunload", preventUnload);
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
