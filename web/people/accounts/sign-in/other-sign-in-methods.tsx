import { useId, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "../../../ui/actions/button.tsx";
import { AlertDialog } from "../../../ui/dialogs/alert-dialog.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { FormFooter } from "../auth/form-footer.tsx";
import { emailRequiredMessage } from "../messages.ts";

export interface SignInMethod {
  start: (email: string) => void;
  pending: boolean;
  failure: string | null;
}

/** Ways to sign in without a password. Both need the address from the form above. */
export function OtherSignInMethods({ code, reset }: { code: SignInMethod; reset: SignInMethod }) {
  const { trigger, getValues } = useFormContext();
  const typedEmail: unknown = useWatch({ name: "email" });
  const [isEmailPromptOpen, setEmailPromptOpen] = useState(false);
  const reasonId = useId();
  const isEmailMissing = typeof typedEmail !== "string" || typedEmail.trim() === "";
  const buttonProps = {
    inactive: isEmailMissing,
    "aria-describedby": isEmailMissing ? reasonId : undefined,
    onActivateWhileDisabled: () => setEmailPromptOpen(true),
    pendingLabel: "Sending a code…",
    wide: true,
  };

  async function start(method: SignInMethod) {
    if (await trigger("email", { shouldFocus: true }))
      method.start(String(getValues("email")).trim().toLowerCase());
  }

  return (
    <FormFooter>
      <div className="grid gap-3 xs:grid-cols-2">
        <Button {...buttonProps} variant="quiet" pending={code.pending} onClick={() => start(code)}>
          Sign in with OTP
        </Button>
        <Button {...buttonProps} variant="ghost" pending={reset.pending} onClick={() => start(reset)}>
          Forgot password?
        </Button>
      </div>
      {isEmailMissing && (
        <p id={reasonId} className="text-center text-sm text-ink-2">
          To use these, enter your email above.
        </p>
      )}
      <StatusMessage message={code.failure ?? reset.failure} tone="bad" />
      <AlertDialog
        open={isEmailPromptOpen}
        title="Email needed"
        message={emailRequiredMessage}
        onClose={() => setEmailPromptOpen(false)}
      />
    </FormFooter>
  );
}
