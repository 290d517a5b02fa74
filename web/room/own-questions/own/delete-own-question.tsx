import { deleteOwnQuestion } from "@greenroom/contract/room/own-questions.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { questionMessages } from "../question-labels.ts";
import { useQuestionsChanged } from "./use-questions-changed.ts";

interface DeleteOwnQuestionProps {
  id: string;
  title: string;
  onDeleted?: () => void;
}

/** Deletes one of the user's own questions after a confirmation. */
export function DeleteOwnQuestion({ id, title, onDeleted }: DeleteOwnQuestionProps) {
  const [isConfirming, setConfirming] = useState(false);
  const refresh = useQuestionsChanged();
  const remove = useMutation({
    mutationFn: () => call(deleteOwnQuestion, { params: { id } }),
    onSuccess: async () => {
      onDeleted?.();
      await refresh();
    },
    onSettled: () => setConfirming(false),
  });
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setConfirming(true)}>
        Delete<span className="sr-only"> {title}</span>
      </Button>
      <StatusMessage
        message={remove.error && errorMessage(remove.error, questionMessages.change)}
        tone="bad"
      />
      <ConfirmDialog
        open={isConfirming}
        title={`Delete “${title}”?`}
        message="Interviews in which you asked it keep it in their record."
        confirmLabel="Delete"
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}
