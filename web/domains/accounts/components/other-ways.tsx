import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { AlertDialog } from "../../../ui/alert-dialog.tsx";
import { Button } from "../../../ui/button.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { emailFirst } from "../sentences.ts";
import { FormFooter } from "./form-footer.tsx";

export interface OtherWay {
  start: (email: string) => void;
  pending: boolean;
  failure: string | null;
}

/** The ways in for someone without a password at hand. Both need the address that the form above asks for. */
export function OtherWays({ code, reset }: { code: OtherWay; reset: OtherWay }) {
  const { trigger, getValues } = useFormContext();
  const typed: unknown = useWatch({ name: "email" });
  const [asksForEmail, setAsksForEmail] = useState(false);
  const common = {
    inactive: typeof typed !== "string" || typed.trim() === "",
    onActivateWhileDisabled: () => setAsksForEmail(true),
    pendingLabel: "Sending a code…",
    wide: true,
  };

  async function start(way: OtherWay) {
    if (await trigger("email", { shouldFocus: true }))
      way.start(String(getValues("email")).trim().toLowerCase());
  }

  return (
    <FormFooter>
      <div className="grid gap-3 xs:grid-cols-2">
        <Button {...common} look="quiet" pending={code.pending} onClick={() => start(code)}>
          Sign in with OTP
        </Button>
        <Button {...common} look="ghost" pending={reset.pending} onClick={() => start(reset)}>
          Forgot password?
        </Button>
      </div>
      <StatusMessage message={code.failure ?? reset.failure} tone="bad" />
      <AlertDialog
        open={asksForEmail}
        title="Your email, please"
        message={emailFirst}
        onClose={() => setAsksForEmail(false)}
      />
    </FormFooter>
  );
}
