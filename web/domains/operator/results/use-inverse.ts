import type { Endpoint } from "@greenroom/contract/core/endpoint.ts";
import type { Preview } from "@greenroom/contract/operator/actions.ts";
import { useCallback } from "react";
import { useOperatorCall } from "../access/use-operator-call.ts";
import type { ActionResult } from "./result-notice.tsx";

interface Inverse {
  subjectId: string;
  action: { preview: Endpoint; confirm: Endpoint };
  input?: Record<string, unknown>;
}

/** For an undo: does an action on what it finds now, with a reason for the audit log. Not for one with a typed confirmation. */
export function useInverse(): (inverse: Inverse) => () => Promise<ActionResult> {
  const operatorCall = useOperatorCall();
  return useCallback(
    ({ subjectId, action, input = {} }: Inverse) =>
      async () => {
        const request = async (endpoint: Endpoint, more: object = {}): Promise<unknown> =>
          await operatorCall(endpoint, { params: { id: subjectId }, body: { ...input, ...more } } as never);
        const { version } = (await request(action.preview)) as Preview;
        return (await request(action.confirm, {
          version,
          reason: "Undone right after it was done",
        })) as ActionResult;
      },
    [operatorCall],
  );
}
