import type { ActionResult, Preview, Undo } from "@greenroom/contract/desk/actions.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import { Link, useLocation } from "react-router";
import { ApiError, errorMessage } from "../../api/client.ts";
import type { ActionName } from "../../api/endpoints.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { NoticeMessage, StatusMessage, type Tone } from "../../ui/status.tsx";
import { useOperatorCall } from "../access/operator-calls.tsx";
import { operatorMessages } from "../layout/desk-parts.tsx";

/** The result of an action: the server's answer, or our own. */
export interface Result extends Partial<Omit<ActionResult, "undo">> {
  msg: string;
  tone?: Tone;
  /** The server's undo, or a call that undoes it; null or absent without one. */
  undo?: Undo | (() => Promise<Result>) | null;
  /** What became of each of several bookings. */
  outcomes?: readonly { _id: string; label: string; text: string }[] | undefined;
}

type ShowResult = (result: Result) => void;
const ShowResultContext = createContext<ShowResult | null>(null);

/** Shows the result of an action above the page. */
export function useShowResult(): ShowResult {
  const show = useContext(ShowResultContext);
  if (show === null) throw new Error("useShowResult needs ResultsAbove");
  return show;
}

/** A page below the result of the last action on it. */
export function ResultsAbove({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const [last, setLast] = useState<{ on: string; result: Result } | null>(null);
  const show = useCallback<ShowResult>((result) => setLast({ on: pathname, result }), [pathname]);
  return (
    <ShowResultContext value={show}>
      <ResultNotice result={last?.on === pathname ? last.result : null} onResult={show} />
      {children}
    </ShowResultContext>
  );
}

const attribute = "data-desk-notice";

interface ResultNoticeProps {
  result: Result | null;
  onResult: ShowResult;
}

/** A result with its undo, if there is one. It gets the focus when a dialog closes. */
function ResultNotice({ result, onResult }: ResultNoticeProps) {
  const refresh = useRefresh();
  const perform = useUndo();
  const undo = useMutation({
    mutationFn: async (inverse: NonNullable<Result["undo"]>): Promise<Result> =>
      typeof inverse === "function" ? await inverse() : await perform(inverse),
    onSuccess: ({ msg, approvalId = null, undo = null }) => {
      // The undo of an undo is the action itself, unless it waits for a second operator.
      onResult(approvalId === null ? { msg } : { msg, approvalId, undo });
      refresh();
      // The undo removes its own button.
      focusNotice();
    },
    onError: (error) => {
      if (!(error instanceof ApiError && error.code === "conflict")) return;
      // It can no longer be undone, because something has changed since: the page shows the change.
      onResult({ msg: errorMessage(error, operatorMessages.action), tone: "wait" });
      refresh();
      focusNotice();
    },
  });
  const inverse = result?.undo ?? null;
  const outcomes = result?.outcomes ?? [];
  const tone = result?.tone ?? ((result?.approvalId ?? null) === null ? "good" : "wait");
  return (
    <div
      {...{ [attribute]: "" }}
      tabIndex={-1}
      className={result === null ? "absolute" : "mb-4 grid scroll-mt-4 gap-2 rounded-sm"}
    >
      <NoticeMessage notice={result === null ? null : { message: result.msg, tone }} />
      {inverse !== null && (
        <Button
          size="sm"
          variant="quiet"
          className="justify-self-start"
          pending={undo.isPending}
          pendingLabel="Undoing…"
          onClick={() => undo.mutate(inverse)}
        >
          {(typeof inverse === "object" && inverse.label) || "Undo"}
        </Button>
      )}
      {outcomes.length > 1 && (
        <ul className="grid gap-1 rounded-md border border-line bg-card px-4 py-3 text-sm">
          {outcomes.map(({ _id, label, text }) => (
            <li key={_id}>
              <Link to={paths.operatorBooking(_id)} className="link">
                {label}
              </Link>
              : {text}
            </li>
          ))}
        </ul>
      )}
      <StatusMessage
        message={
          // The error of an earlier result's undo says nothing about this one.
          undo.error === null || inverse === null || undo.variables !== inverse
            ? null
            : errorMessage(undo.error, operatorMessages.action)
        }
        tone="bad"
      />
    </div>
  );
}

/** The reason of an undo in the audit log. */
export const undoReason = "Undone right after it was done";

/**
 * Performs an undo on the current data, with a reason for the audit log. It restores the state before the last action, so
 * it fills in the text that a first-time action asks the operator to type.
 */
function useUndo(): (undo: Undo) => Promise<ActionResult> {
  const operatorCall = useOperatorCall();
  return useCallback(
    async ({ path, body }) => {
      const request = async (to: string, input: object): Promise<unknown> =>
        await operatorCall(`POST ${to}` as ActionName, { body: input } as never);
      const { version, typedConfirmation } = (await request(`${path}/preview`, body)) as Preview;
      const typed = typedConfirmation === null ? {} : { typed: typedConfirmation };
      return (await request(path, { ...body, version, reason: undoReason, ...typed })) as ActionResult;
    },
    [operatorCall],
  );
}

/**
 * Moves the focus to the page's notice. A closing dialog returns the focus one task later to the element that
 * opened it. The action has often removed that element, so this waits for two tasks.
 */
export function focusNotice(): void {
  const focus = () => {
    const notice = document.querySelector<HTMLElement>(`[${attribute}]`);
    const result = notice?.querySelector<HTMLElement>("[data-result]");
    (result ?? notice ?? document.getElementById("content"))?.focus();
  };
  setTimeout(() => setTimeout(focus));
}

/** Makes everything outdated after an action: the page loads again, and other pages when they are opened. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return useCallback(() => void client.invalidateQueries(), [client]);
}
