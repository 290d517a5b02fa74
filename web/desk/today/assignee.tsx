import type { WorkLine } from "@greenroom/contract/desk/today.ts";
import { Button } from "../../ui/button.tsx";
import { Avatar } from "../../ui/content.tsx";
import type { ChangeLine } from "./use-work-lines.ts";

interface AssigneeProps {
  line: WorkLine;
  title: string;
  change: ChangeLine;
}

/** The operator who works on a line, with buttons to take it or to give it back. */
export function Assignee({ line, title, change }: AssigneeProps) {
  const { takenBy } = line;
  const isPending = change.isPending && change.variables.line === line && change.variables.what !== "finish";
  if (takenBy === null) {
    return (
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Take: ${title}`}
        pending={isPending}
        pendingLabel="Taking…"
        onClick={() => change.mutate({ what: "take", line })}
      >
        Take
      </Button>
    );
  }
  return (
    <>
      <span className="flex items-center gap-2 text-sm text-ink-2">
        <Avatar name={takenBy.name} />
        {takenBy.isMe ? "You" : takenBy.name}
      </span>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Give back: ${title}`}
        pending={isPending}
        pendingLabel="Giving back…"
        onClick={() => change.mutate({ what: "release", line })}
      >
        Give back
      </Button>
    </>
  );
}
