import { grantSessions, maxGrantedSessions } from "@greenroom/contract/desk/person-actions.ts";
import { useState } from "react";
import { Field, TextInput } from "../../ui/fields.tsx";
import { SubjectActionDialog } from "../actions/subject-action-dialog.tsx";
import type { ActionResult } from "../results/result-notice.tsx";
import { useApprovableResult } from "../results/use-approvable-result.ts";
import { useTakeBackGrant } from "../results/use-undo.ts";

interface GrantDialogProps {
  personId: string;
  onDone: (result: ActionResult) => void;
  onClose: () => void;
}

/** Gives sessions. The preview follows the number. */
export function GrantDialog({ personId, onDone, onClose }: GrantDialogProps) {
  const takeBack = useTakeBackGrant();
  const resultOf = useApprovableResult();
  const [sessions, setSessions] = useState("1");
  return (
    <SubjectActionDialog
      title="Grant sessions"
      confirmLabel={sessions === "1" ? "Grant 1 session" : `Grant ${sessions} sessions`}
      reasonHint="The person reads it in their list of sessions."
      subjectId={personId}
      action={grantSessions}
      input={{ sessions: Number(sessions) }}
      onDone={(_msg, done) => onDone(resultOf(done, takeBack(done.lotId)))}
      onClose={onClose}
    >
      <Field label="Sessions">
        {(control) => (
          <TextInput
            {...control}
            type="number"
            inputMode="numeric"
            min={1}
            max={maxGrantedSessions}
            value={sessions}
            onChange={({ currentTarget }) => setSessions(currentTarget.value)}
          />
        )}
      </Field>
    </SubjectActionDialog>
  );
}
