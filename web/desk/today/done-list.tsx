import type { DoneLine, WorkLine, WorkLineKey } from "@greenroom/contract/desk/today.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { errorMessage } from "../../api/client.ts";
import type { EndpointName } from "../../api/endpoints.ts";
import { queryOptionsFor, useReload } from "../../api/query-client.tsx";
import { TextAreaField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { Card } from "../../ui/panels.tsx";
import { useOperatorCall } from "../access/operator-calls.tsx";
import { submitOnEnter } from "../actions/reason.tsx";
import { focusNotice } from "../actions/result-notice.tsx";
import { operatorMessages, useDeskTime } from "../layout/desk-parts.tsx";
import { workKindTexts } from "./work-kinds.ts";

/** The lines that operators have finished today, each with an undo. */
export function DoneList({ done, change }: { done: readonly DoneLine[]; change: ChangeLine }) {
  const formatTime = useDeskTime();
  if (done.length === 0) {
    return (
      <Card>
        <EmptyState headingLevel={2} title="Nothing is done yet" detail="What you finish is listed here." />
      </Card>
    );
  }
  return (
    <Card padded={false}>
      <ul className="divide-y divide-line">
        {done.map((line) => {
          const { title } = workKindTexts[line.kind];
          return (
            <li
              key={`${line.kind}:${line.subject}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3.5"
            >
              <div className="min-w-0">
                <h2 className="font-text text-base font-semibold">{title}</h2>
                <p className="break-words text-sm text-ink-2">
                  {`${line.doneBy.isMe ? "You" : line.doneBy.name}, ${formatTime(line.doneAt)}${line.note === "" ? "" : `: “${line.note}”`}`}
                </p>
              </div>
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Undo: ${title}`}
                pending={change.isPending && change.variables.line === line}
                pendingLabel="Undoing…"
                onClick={() => change.mutate({ what: "reopen", line })}
              >
                Undo
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

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

const refreshMilliseconds = 20_000;

/** The work queue, which is loaded again while the page is open. */
export function useToday() {
  return useQuery({ ...queryOptionsFor("GET /api/operator/today"), refetchInterval: refreshMilliseconds });
}

/** How many lines of each kind wait, for the links of the desk. */
export function useWorkCounts() {
  return useQuery({
    ...queryOptionsFor("GET /api/operator/today/counts"),
    refetchInterval: 3 * refreshMilliseconds,
  });
}

type LineChange =
  | { what: "take" | "release" | "reopen"; line: WorkLineKey }
  | { what: "finish"; line: WorkLine; note: string };

const keyOf = ({ kind, subject }: WorkLineKey) => ({ kind, subject });

const queue: readonly EndpointName[] = ["GET /api/operator/today", "GET /api/operator/today/counts"];

/** Takes, gives back, finishes and reopens lines; the queue is loaded again after each, also after a refusal. */
export function useLineChange() {
  const operatorCall = useOperatorCall();
  return useMutation({
    mutationFn: async (change: LineChange) => {
      const body = keyOf(change.line);
      if (change.what === "finish") {
        const { line, note } = change;
        return await operatorCall("POST /api/operator/today/lines/done", {
          body: { ...body, since: line.since, note },
        });
      }
      if (change.what === "take") return await operatorCall("POST /api/operator/today/lines/take", { body });
      if (change.what === "release")
        return await operatorCall("POST /api/operator/today/lines/release", { body });
      return await operatorCall("POST /api/operator/today/lines/reopen", { body });
    },
    onSettled: useReload(queue),
  });
}
export type ChangeLine = ReturnType<typeof useLineChange>;
