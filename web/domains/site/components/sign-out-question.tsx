import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";

interface SignOutQuestionProps {
  onSignOut: () => void;
  onStay: () => void;
}

/** Nothing typed is lost without a word: drafts live in this tab, and signing out clears them for who comes next. */
export default function SignOutQuestion({ onSignOut, onStay }: SignOutQuestionProps) {
  return (
    <ConfirmDialog
      open
      title="Sign out without saving?"
      message="Changes that you have not saved are removed from this browser when you sign out."
      confirmLabel="Sign out"
      cancelLabel="Stay"
      danger
      onConfirm={onSignOut}
      onCancel={onStay}
    />
  );
}
