import { useEffect } from "react";
import { useBlocker } from "react-router";
import { paths } from "../paths.ts";
import { ConfirmDialog } from "../ui/dialogs.tsx";

interface UnsavedChangesProps {
  isUnsaved: boolean;
  /** What becomes of them. */
  message: string;
}

/** Asks before unsaved edits are abandoned, both inside the site and when leaving it. */
export function UnsavedChangesGuard({ isUnsaved, message }: UnsavedChangesProps) {
  // Signing in again after an expired session returns here.
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
      message={message}
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
