import { Button, type ButtonProps } from "../../ui/actions/button.tsx";
import { LazyArea } from "../../ui/status/lazy-area.tsx";
import { FailedPanel } from "./failed-panel.tsx";
import { useSignOut } from "./use-sign-out.ts";

// The dialog loads its library, which most visits never need.
const dialogSource = {
  name: "The question before you sign out",
  load: () => import("./sign-out-dialog.tsx").then((module) => module.default),
};

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
        <LazyArea
          source={dialogSource}
          frame={(failure) => <FailedPanel onClose={stay}>{failure}</FailedPanel>}
        >
          {(SignOutDialog) => <SignOutDialog onSignOut={leave} onStay={stay} />}
        </LazyArea>
      )}
    </>
  );
}
