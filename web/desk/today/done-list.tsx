import type { DoneLine } from "@greenroom/contract/desk/today.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { useDeskTime } from "../time/desk-time.tsx";
import type { ChangeLine } from "./use-work-lines.ts";
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
                  {line.doneBy.isMe ? "You" : line.doneBy.name}, {formatTime(line.doneAt)}
                  {line.note !== "" && `: “${line.note}”`}
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
