import { reasonSchema } from "@greenroom/contract/desk/actions.ts";
import type { KeyboardEvent, ReactNode } from "react";
import { errorMessage } from "../../api/client.ts";
import { TextAreaField } from "../../forms/fields.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { operatorMessages } from "../layout/desk-parts.tsx";
import { focusNotice } from "./result-notice.tsx";

interface ReasonDialogProps {
  title: string;
  detail: string;
  confirmLabel: string;
  /** False for a button in the ordinary color. */
  danger?: boolean;
  /** The subject of the action, shown above the reason. */
  children?: ReactNode;
  /** Performs the action. Throws the client's errors. */
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** An action that needs a reason and whose effect fits into one sentence. */
export function ReasonDialog({
  title,
  detail,
  confirmLabel,
  danger = true,
  children,
  onConfirm,
  onClose,
}: ReasonDialogProps) {
  return (
    <Modal open title={title} description={detail} onClose={onClose}>
      <Form
        label={title}
        defaultValues={{ reason: "" }}
        failureMessage={(error) => errorMessage(error, operatorMessages.action)}
        onSubmit={async ({ reason }) => {
          await onConfirm(reason);
          onClose();
          focusNotice();
        }}
      >
        {children}
        <ReasonField />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Go back
          </Button>
          <SubmitButton variant={danger ? "danger" : "primary"} pendingLabel="Working…">
            {confirmLabel}
          </SubmitButton>
        </div>
      </Form>
    </Modal>
  );
}

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
export function checkReason(value: string): true | string {
  const result = reasonSchema.safeParse(value);
  return result.success || (result.error.issues[0]?.message ?? "Say why.");
}
