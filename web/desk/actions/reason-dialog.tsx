import type { ReactNode } from "react";
import { errorMessage } from "../../api/client.ts";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { operatorMessages } from "../messages.ts";
import { focusNotice } from "./desk-notice.tsx";
import { ReasonField } from "./reason-field.tsx";

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
