import type { Preview } from "@greenroom/contract/desk/actions.ts";
import { takeBackGrant } from "@greenroom/contract/desk/person-actions.ts";
import type { Endpoint } from "@greenroom/contract/kernel/endpoint.ts";
import { useCallback } from "react";
import { useOperatorCall } from "../access/use-operator-call.ts";
import type { ActionResult } from "./result-notice.tsx";

/** The reason of an undo in the audit log. */
export const undoReason = "Undone right after it was done";

interface Inverse {
  /** Left out for an action without a subject in its address. */
  subjectId?: string;
  action: { preview: Endpoint; perform: Endpoint };
  input?: Record<string, unknown>;
}

/**
 * For an undo: performs an action on the current data, with a reason for the audit log. It restores the state
 * before the last action, so it fills in the text that a first-time action asks the operator to type.
 */
export function useUndo(): (inverse: Inverse) => () => Promise<ActionResult> {
  const operatorCall = useOperatorCall();
  return useCallback(
    ({ subjectId, action, input }: Inverse) =>
      async () => {
        const request = async (endpoint: Endpoint, body: object | undefined): Promise<unknown> =>
          await operatorCall(endpoint, {
            ...(subjectId === undefined ? {} : { params: { id: subjectId } }),
            ...(body === undefined ? {} : { body }),
          } as never);
        const { version, typedConfirmation } = (await request(action.preview, input)) as Preview;
        return (await request(action.perform, {
          ...input,
          version,
          reason: undoReason,
          ...(typedConfirmation === null ? {} : { typed: typedConfirmation }),
        })) as ActionResult;
      },
    [operatorCall],
  );
}

/** The undo of granting sessions; none without a lot. */
export function useTakeBackGrant(): (lotId: string | null) => Partial<ActionResult> {
  const inverse = useUndo();
  return (lotId) =>
    lotId === null ? {} : { undo: inverse({ subjectId: lotId, action: takeBackGrant, input: {} }) };
}
