import type { Preview } from "@greenroom/contract/desk/actions.ts";
import type { Endpoint, EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import { type ComponentProps, useCallback } from "react";
import { useOperatorCall } from "../access/use-operator-call.ts";
import { ActionDialog } from "./action-dialog.tsx";

type DialogProps = ComponentProps<typeof ActionDialog>;

interface SubjectAction {
  preview: Endpoint;
  perform: Endpoint;
}

export interface SubjectActionDialogProps<Action extends SubjectAction>
  extends Omit<DialogProps, "loadPreview" | "onConfirm"> {
  subjectId: string;
  action: Action;
  /** The fields of the action. */
  input?: Record<string, unknown>;
  /** Gets the server's sentence about what was done, and its whole answer. */
  onDone: (msg: string, answer: EndpointOutput<Action["perform"]>) => void;
}

/** An action on a person or another subject: `ActionDialog` over the two calls of the contract. */
export function SubjectActionDialog<Action extends SubjectAction>({
  subjectId,
  action,
  input = {},
  onDone,
  ...dialog
}: SubjectActionDialogProps<Action>) {
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
        const answer = await request(action.perform, confirmed);
        onDone((answer as { msg: string }).msg, answer as EndpointOutput<Action["perform"]>);
      }}
    />
  );
}
