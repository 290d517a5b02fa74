import { useMutation } from "@tanstack/react-query";
import { ApiError, errorMessage } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { StatusMessage, type Tone } from "../../ui/status.tsx";
import { DeskNotice, focusNotice } from "../actions/desk-notice.tsx";
import { useRefreshPage } from "../actions/use-refresh.ts";
import { operatorMessages } from "../messages.ts";

/** The result of an action. */
export interface ActionResult {
  msg: string;
  /** `wait` if nothing has happened yet; without a tone, the action is done. */
  tone?: Tone | undefined;
  /** Performs the inverse and returns its result; left out for an action without an inverse. */
  undo?: (() => Promise<ActionResult>) | undefined;
  /** The effect of the undo, if it does not undo everything that was done. */
  undoLabel?: string | undefined;
}

interface ResultNoticeProps {
  result: ActionResult | null;
  onResult: (result: ActionResult) => void;
}

/**
 * The result of the last action, with an undo if there is an inverse. It gets the focus when a dialog closes.
 */
export function ResultNotice({ result, onResult }: ResultNoticeProps) {
  const refreshPage = useRefreshPage();
  const undo = useMutation({
    mutationFn: async (inverse: () => Promise<ActionResult>) => await inverse(),
    onSuccess: (undone) => {
      onResult(undone);
      // The undo removes its own button.
      focusNotice();
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === "conflict")) return;
      // It can no longer be undone, because something has changed since: the page shows the change.
      onResult({ msg: errorMessage(error, operatorMessages.action), tone: "wait" });
      refreshPage();
      focusNotice();
    },
  });
  const inverse = result?.undo;
  return (
    <DeskNotice notice={result === null ? null : { message: result.msg, tone: result.tone ?? "good" }}>
      {inverse !== undefined && (
        <Button
          size="sm"
          variant="quiet"
          className="justify-self-start"
          pending={undo.isPending}
          pendingLabel="Undoing…"
          onClick={() => undo.mutate(inverse)}
        >
          {result?.undoLabel ?? "Undo"}
        </Button>
      )}
      <StatusMessage
        message={
          // The error of an earlier result's undo says nothing about this one.
          undo.error === null || inverse === undefined || undo.variables !== inverse
            ? null
            : errorMessage(undo.error, operatorMessages.action)
        }
        tone="bad"
      />
    </DeskNotice>
  );
}
