import { reasonSchema } from "@greenroom/contract/desk/actions.ts";
import type { KeyboardEvent } from "react";
import { TextAreaField } from "../../forms/fields.tsx";

/** The reason of an operator. Enter moves to the text that is typed to confirm, or sends the form. */
export function ReasonField({ hint, isLast = true }: { hint?: string; isLast?: boolean }) {
  return (
    <TextAreaField
      name="reason"
      label="Reason"
      hint={hint}
      rows={2}
      // The usual text area has four rows, which would move the buttons of a dialog off a phone's screen.
      className="!min-h-18"
      required
      enterKeyHint={isLast ? "send" : "next"}
      rules={{ validate: checkReason }}
      onKeyDown={submitOnEnter}
    />
  );
}

/** A reason or a note is one paragraph: Shift and Enter begin a new line of it. */
export function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  // This Enter only ends the composition of a character, as in Hindi or Japanese.
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const { form } = event.currentTarget;
  const next = form?.querySelector<HTMLInputElement>("input[name=typed]");
  // Clicks the button instead of submitting the form, because a pending button ignores clicks, so that
  // nothing is sent twice.
  if (next) next.focus();
  else form?.querySelector<HTMLButtonElement>("button[type=submit]:not(:disabled)")?.click();
}

/** Validates the reason for a form's field: true, or the error message. */
function checkReason(value: string): true | string {
  const result = reasonSchema.safeParse(value);
  return result.success || (result.error.issues[0]?.message ?? "Say why.");
}
