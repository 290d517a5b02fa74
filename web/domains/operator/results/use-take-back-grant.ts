import { takeBackGrant } from "@greenroom/contract/operator/person-actions.ts";
import type { ActionResult } from "./result-notice.tsx";
import { useUndo } from "./use-undo.ts";

/** The undo of granting sessions; none without a lot. */
export function useTakeBackGrant(): (lotId: string | null | undefined) => Partial<ActionResult> {
  const inverse = useUndo();
  return (lotId = null) =>
    lotId === null ? {} : { undo: inverse({ subjectId: lotId, action: takeBackGrant, input: {} }) };
}
