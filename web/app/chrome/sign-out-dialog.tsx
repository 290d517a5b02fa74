import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";

interface SignOutDialogProps {
  onSignOut: () => void;
  onStay: () => void;
}

/**
 * Warns before drafts are lost: they are kept in this tab, and signing out deletes them because somebody else
 * may use it next.
 */
export default function SignOutDialog({ onSignOut, onStay }: SignOutDialogProps) {
  return (
    <ConfirmDialog
      open
      title="Sign out without saving?"
      message="Changes that you have not saved in this tab are removed when you sign out."
      confirmLabel="Sign out"
      cancelLabel="Stay"
      danger
      onConfirm={onSignOut}
      onCancel={onStay}
    />
  );
}
