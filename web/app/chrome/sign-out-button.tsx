import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../paths.ts";
import { hasDrafts } from "../../session/drafts.ts";
import { useSession } from "../../session/session.tsx";
import { draftStorage } from "../../session/session-store.ts";
import { Button, type ButtonProps } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs.tsx";

interface SignOutButtonProps extends Pick<ButtonProps, "size" | "wide" | "className"> {
  /** Closes the menu around the button, which would cover the question. */
  closeMenu?: () => void;
}

/**
 * Clears the session and goes to the sign-in page (requirements §2). Asks first when this tab has drafts, because
 * signing out deletes them: somebody else may use the tab next.
 */
export function SignOutButton({ closeMenu, ...buttonProps }: SignOutButtonProps) {
  const { user, signOut } = useSession();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const stay = () => setAsking(false);

  function leave() {
    stay();
    signOut();
    void navigate(paths.signIn);
  }

  return (
    <>
      <Button
        variant="quiet"
        {...buttonProps}
        onClick={() => {
          closeMenu?.();
          if (user !== null && hasDrafts(draftStorage, user._id)) setAsking(true);
          else leave();
        }}
      >
        Sign Out
      </Button>
      <ConfirmDialog
        open={isAsking}
        title="Sign out without saving?"
        message="Changes that you have not saved in this tab are removed when you sign out."
        confirmLabel="Sign out"
        cancelLabel="Stay"
        danger
        onConfirm={leave}
        onCancel={stay}
      />
    </>
  );
}
