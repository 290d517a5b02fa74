import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { messageOf } from "../../../api/errors.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";

export interface ActionButtonProps {
  label: string;
  /** Whose booking it is, for those who hear the button alone. */
  about: string;
  /** The question, with its question mark. */
  question: string;
  confirmLabel: string;
  /** How the person backs out of it. */
  keepLabel: string;
  danger?: boolean;
  /** What it will lead to; drawn once the question is asked. */
  children: ReactNode;
  run: () => Promise<{ msg: string }>;
  onDone: (message: string) => void;
}

const sentences = {
  failed: "❌ That did not work. Please try again.",
  network: "⚠️ Network error. Please check your connection.",
};

/** Something that changes a booking, asked first with its consequences; a refusal is told in the question itself. */
export function ActionButton(props: ActionButtonProps) {
  const { label, about, question, confirmLabel, keepLabel, danger, children, run, onDone } = props;
  const [isAsked, setAsked] = useState(false);
  const action = useMutation({
    mutationFn: run,
    onSuccess({ msg }) {
      setAsked(false);
      onDone(msg);
    },
  });
  return (
    <>
      <Button
        look="quiet"
        size="sm"
        onClick={() => {
          action.reset();
          setAsked(true);
        }}
      >
        <span>
          {label}
          <span className="sr-only"> {about}</span>
        </span>
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={question}
        message={
          <div className="grid gap-3">
            {children}
            <StatusMessage message={action.error && messageOf(action.error, sentences)} tone="bad" />
          </div>
        }
        confirmLabel={confirmLabel}
        cancelLabel={keepLabel}
        danger={danger}
        pending={action.isPending}
        onConfirm={() => action.mutate()}
        onCancel={() => setAsked(false)}
      />
    </>
  );
}
