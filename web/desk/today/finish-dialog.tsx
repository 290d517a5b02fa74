import type { WorkLine } from "@greenroom/contract/desk/today.ts";
import { errorMessage } from "../../api/client.ts";
import { TextAreaField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { focusNotice } from "../actions/desk-notice.tsx";
import { submitOnEnter } from "../actions/reason-field.tsx";
import { operatorMessages } from "../messages.ts";
import type { ChangeLine } from "./use-work-lines.ts";
import { workKindTexts } from "./work-kinds.ts";

interface FinishDialogProps {
  line: WorkLine;
  change: ChangeLine;
  onDone: () => void;
  onClose: () => void;
}

/** Marks a line as done, with a note for the other operators. */
export function FinishDialog({ line, change, onDone, onClose }: FinishDialogProps) {
  const names = line.people.map(({ name }) => name).join(" and ");
  return (
    <Modal
      open
      title={`Done: ${workKindTexts[line.kind].title}`}
      description={`${names === "" ? "" : `${names}: `}${line.detail}. It comes back if the same thing happens again.`}
      onClose={onClose}
    >
      <Form
        label="Done"
        defaultValues={{ note: "" }}
        submitLabel="Mark as done"
        pendingLabel="Marking…"
        failureMessage={(error) => errorMessage(error, operatorMessages.action)}
        onSubmit={async ({ note }) => {
          await change.mutateAsync({ what: "finish", line, note });
          onDone();
          onClose();
          focusNotice();
        }}
      >
        <TextAreaField
          name="note"
          label="Note"
          hint="For the other operators and the audit log."
          rows={2}
          optional
          enterKeyHint="send"
          onKeyDown={submitOnEnter}
        />
      </Form>
    </Modal>
  );
}
