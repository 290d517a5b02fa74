import type { WorkLine } from "@greenroom/contract/desk/today.ts";
import { useState } from "react";
import { errorMessage } from "../../api/client.ts";
import type { OutputOf } from "../../api/endpoints.ts";
import { formatAge } from "../../format/times.ts";
import { PageHeader, SegmentedControl } from "../../ui/content.tsx";
import { useMediaQuery, useNow } from "../../ui/hooks.ts";
import { Skeleton } from "../../ui/loading.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { needsConfirmation, OperatorQueryContent } from "../access/operator-calls.tsx";
import { useShowResult } from "../actions/result-notice.tsx";
import { deskMeta, operatorMessages } from "../layout/desk-parts.tsx";
import { DoneList, FinishDialog, useLineChange, useToday, useWorkCounts } from "../today/done-list.tsx";
import { FigureStrip, InterviewStrip } from "../today/strips.tsx";
import { WaitingLines } from "../today/waiting-lines.tsx";
import { workKindTexts } from "../today/work-kinds.ts";

export const meta = () => deskMeta("Today");

type Today = OutputOf<"GET /api/operator/today">;
type View = "all" | "mine" | "done";

/** The work queue: everything that waits for an operator, the oldest first. */
export default function TodayPage() {
  const asked = useToday();
  const waiting = useWorkCounts();
  // Names and reasons go once the confirmation has run out, and only how much waits stays.
  const isLocked = needsConfirmation(asked.error);
  const today = isLocked ? ({ ...asked, data: undefined } as typeof asked) : asked;
  const change = useLineChange();
  const now = useNow();
  // On a phone the queue comes first, because operators open the page for it. The figures wait for it, as it would move
  // them down.
  const isWide = useMediaQuery("(min-width: 40rem)");
  const [view, setView] = useState<View>("all");
  const [finishing, setFinishing] = useState<WorkLine | null>(null);
  const show = useShowResult();
  const counts = today.data?.counts;

  function showFinished(line: WorkLine) {
    const { title } = workKindTexts[line.kind];
    show({
      msg: `Done: ${title}.`,
      undo: async () => {
        await change.mutateAsync({ what: "reopen", line });
        return { msg: `${title} is waiting again.` };
      },
    });
  }

  return (
    <>
      <PageHeader
        title="Today"
        detail={
          today.data !== undefined
            ? describeQueue(today.data, now)
            : isLocked && waiting.data !== undefined
              ? describeCount(Object.values(waiting.data).reduce((sum, count) => sum + count, 0))
              : "Everything that waits for an operator."
        }
        aside={
          counts === undefined ? (
            today.isPending && <Skeleton className="h-10 w-56 rounded-full" />
          ) : (
            <SegmentedControl<View>
              label="Which lines"
              value={view}
              onChange={setView}
              options={[
                { value: "all", label: `All ${counts.all}` },
                { value: "mine", label: `Mine ${counts.mine}` },
                { value: "done", label: `Done ${counts.done}` },
              ]}
            />
          )
        }
      />
      {today.data !== undefined && <InterviewStrip now={now} />}
      {isWide && <FigureStrip />}
      <StatusMessage
        className="mb-4"
        message={
          change.error !== null && change.variables?.what !== "finish"
            ? errorMessage(change.error, operatorMessages.action)
            : today.error !== null && today.data !== undefined
              ? "We couldn't refresh the list. We'll keep trying."
              : null
        }
        tone={change.error !== null && change.variables?.what !== "finish" ? "bad" : "wait"}
      />
      <OperatorQueryContent
        query={today}
        loadingLabel="Loading the work queue…"
        whyConfirm="Today names people. Give your password and second factor to see it."
      >
        {(data) =>
          view === "done" ? (
            <DoneList done={data.done} change={change} />
          ) : (
            <WaitingLines
              today={data}
              isMineOnly={view === "mine"}
              now={now}
              change={change}
              onFinish={setFinishing}
            />
          )
        }
      </OperatorQueryContent>
      {!isWide && !today.isPending && <FigureStrip />}
      {finishing !== null && (
        <FinishDialog
          line={finishing}
          change={change}
          onDone={() => showFinished(finishing)}
          onClose={() => setFinishing(null)}
        />
      )}
    </>
  );
}

const describeCount = (count: number) =>
  count === 0 ? "Nothing is waiting." : count === 1 ? "1 item is waiting." : `${count} items are waiting.`;

function describeQueue({ counts, lines }: Today, now: Date): string {
  const [oldest] = lines;
  if (oldest === undefined) return "Nothing is waiting.";
  const things = describeCount(counts.all).slice(0, -1);
  return `${things}, the oldest for ${formatAge(new Date(oldest.since), now)}.`;
}
