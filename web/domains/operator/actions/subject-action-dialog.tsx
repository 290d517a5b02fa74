import type { Endpoint } from "@greenroom/contract/core/endpoint.ts";
import type { Preview } from "@greenroom/contract/operator/actions.ts";
import { type ComponentProps, useCallback } from "react";
import { useOperatorCall } from "../access/use-operator-call.ts";
import { ActionDialog } from "./action-dialog.tsx";

type DialogProps = ComponentProps<typeof ActionDialog>;

export interface SubjectActionDialogProps extends Omit<DialogProps, "loadPreview" | "onConfirm"> {
  subjectId: string;
  action: { preview: Endpoint; confirm: Endpoint };
  /** The fields of the action. */
  input?: Record<string, unknown>;
  /** Gets the server's sentence about what was done. */
  onDone: (msg: string) => void;
}

/** An action on a person or another subject: `ActionDialog` over the two calls of the contract. */
export function SubjectActionDialog({
  subjectId,
  action,
  input = {},
  onDone,
  ...dialog
}: SubjectActionDialogProps) {
  const operatorCall = useOperatorCall();
  // The input is a new object in every render; its text is not.
  const fields = JSON.stringify(input);
  const request = useCallback(
    async (endpoint: Endpoint, more: object = {}): Promise<unknown> =>
      await operatorCall(endpoint, {
        params: { id: subjectId },
        body: { ...(JSON.parse(fields) as object), ...more },
      } as never),
    [operatorCall, subjectId, fields],
  );
  const loadPreview = useCallback(async () => (await request(action.preview)) as Preview, [request, action]);
  return (
    <ActionDialog
      {...dialog}
      loadPreview={loadPreview}
      onConfirm={async (confirmed) => {
        const { msg } = (await request(action.confirm, confirmed)) as { msg: string };
        onDone(msg);
      }}
    />
  );
}
