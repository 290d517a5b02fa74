import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { errorMessage } from "../../../api/errors.ts";
import { networkMessages } from "../../../api/network-messages.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import { type Notice, StatusMessage, type Tone } from "../../../ui/status/status-message.tsx";
import { useLostRefusal } from "./use-lost-refusal.ts";

export interface BookingActionButtonProps {
  label: string;
  /** Names the booking, for screen readers. */
  about: string;
  /** The question in the dialog, with its question mark. */
  question: string;
  confirmLabel: string;
  /** The label of the button that cancels the dialog. */
  keepLabel: string;
  danger?: boolean;
  /** The consequences; rendered when the dialog opens. */
  children: ReactNode;
  /** Its message has the tone `good`, unless it returns another. */
  run: () => Promise<{ msg: string; tone?: Tone }>;
  onDone: (notice: Notice) => void;
}

const messages = {
  failed: "❌ That did not work. Please try again.",
  network: networkMessages.checkConnection,
};

/** An action that changes a booking. A dialog asks first and explains the consequences; it also shows a refusal. */
export function BookingActionButton(props: BookingActionButtonProps) {
  const { label, about, question, confirmLabel, keepLabel, danger, children, run, onDone } = props;
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const refusal = useLostRefusal(onDone);
  const action = useMutation({
    mutationFn: run,
    onMutate: refusal.clear,
    onError: refusal.record,
    onSuccess({ msg, tone = "good" }) {
      setConfirmOpen(false);
      onDone({ message: msg, tone });
    },
  });
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        onClick={() => {
          action.reset();
          setConfirmOpen(true);
        }}
      >
        <span>
          {label}
          <span className="sr-only"> {about}</span>
        </span>
      </Button>
      <ConfirmDialog
        open={isConfirmOpen}
        title={question}
        message={
          <div className="grid gap-3">
            {children}
            <StatusMessage message={action.error && errorMessage(action.error, messages)} tone="bad" />
          </div>
        }
        confirmLabel={confirmLabel}
        cancelLabel={keepLabel}
        danger={danger}
        pending={action.isPending}
        onConfirm={() => action.mutate()}
        onCancel={() => {
          refusal.clear();
          setConfirmOpen(false);
        }}
      />
    </>
  );
}
