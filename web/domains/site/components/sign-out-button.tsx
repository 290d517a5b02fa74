import { lazy, Suspense } from "react";
import { Button, type ButtonProps } from "../../../ui/button.tsx";
import { useSignOut } from "./use-sign-out.ts";

// The question brings the dialog library along, which most visits never need.
const SignOutQuestion = lazy(() => import("./sign-out-question.tsx"));

interface SignOutButtonProps extends Pick<ButtonProps, "size" | "wide" | "className"> {
  /** Called when it is done, to close what the button stands in. */
  onSignedOut?: () => void;
}

export function SignOutButton({ onSignedOut, ...look }: SignOutButtonProps) {
  const { start, isAsking, leave, stay } = useSignOut(onSignedOut);
  return (
    <>
      <Button look="quiet" {...look} onClick={start}>
        Sign Out
      </Button>
      {isAsking && (
        <Suspense>
          <SignOutQuestion onSignOut={leave} onStay={stay} />
        </Suspense>
      )}
    </>
  );
}
