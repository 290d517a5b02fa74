import { lazy, Suspense } from "react";
import { Button, type ButtonProps } from "../../ui/actions/button.tsx";
import { useSignOut } from "./use-sign-out.ts";

// The dialog loads its library, which most visits never need.
const SignOutDialog = lazy(() => import("./sign-out-dialog.tsx"));

interface SignOutButtonProps extends Pick<ButtonProps, "size" | "wide" | "className"> {
  /** Called afterwards, to close the menu around the button. */
  onSignedOut?: () => void;
}

export function SignOutButton({ onSignedOut, ...buttonProps }: SignOutButtonProps) {
  const { start, isAsking: isConfirmOpen, leave, stay } = useSignOut(onSignedOut);
  return (
    <>
      <Button variant="quiet" {...buttonProps} onClick={start}>
        Sign Out
      </Button>
      {isConfirmOpen && (
        <Suspense>
          <SignOutDialog onSignOut={leave} onStay={stay} />
        </Suspense>
      )}
    </>
  );
}
