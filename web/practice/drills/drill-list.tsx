import { questionTopicNames } from "@greenroom/contract/kernel/topics.ts";
import type { DrillSet, DrillToday } from "@greenroom/contract/practice/drills.ts";
import type { QuestionRole } from "@greenroom/contract/room/questions.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { call, errorMessage } from "../../api/client.ts";
import { queryKeyFor, queryOptionsFor } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { paths } from "../../paths.ts";
import { useTimeZone } from "../../session/session.tsx";
import { ProgressBar } from "../../ui/content.tsx";
import { Field, Options, Select } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusDot, StatusMessage } from "../../ui/status.tsx";
import { drillMessages, returnText, streakNote, todayText } from "./drill-text.ts";

/** The drills of a role, with what is due in each, and the daily goal. */
export function DrillList({ role }: { role: QuestionRole }) {
  const drills = useQuery({ ...queryOptionsFor("GET /api/practice/drills"), staleTime: 0 });
  return (
    <QueryContent query={drills} loadingLabel="Loading the drills…" messages={drillMessages.list}>
      {({ today, sets }) => (
        <div className="grid gap-4">
          <DailyGoal today={today} />
          <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {sets
              .filter((set) => set.role === role)
              .map((set) => (
                <li key={set.id} className="grid">
                  <SetCard set={set} />
                </li>
              ))}
          </ul>
        </div>
      )}
    </QueryContent>
  );
}

function SetCard({ set }: { set: DrillSet }) {
  const timeZone = useTimeZone();
  const { id, topic, cards, newCards, dueCards, nextDueAt } = set;
  const seen = cards - newCards;
  return (
    <Card padded={false} className="relative flex flex-col gap-1 p-4 hover:border-edge">
      <h3 className="font-text text-base font-semibold">
        <Link to={paths.drill(id)} className="after:absolute after:inset-0 after:rounded-md">
          {questionTopicNames[topic]}
        </Link>
      </h3>
      <p className="flex flex-wrap items-center gap-x-1 text-sm tabular">
        {dueCards > 0 && <StatusDot status="live" className="!animate-none" />}
        <span>{dueText(set, nextDueAt && returnText(new Date(nextDueAt), new Date(), timeZone))}</span>
        <span className="text-ink-2">
          · {seen} of {cards} cards seen
        </span>
      </p>
    </Card>
  );
}

/**
 * The cards that are waiting in a set: `3 due, 20 new`. `nextReturn`: when the next card is due, inside a sentence; null
 * when one is due now or none was seen.
 */
export function dueText(
  { dueCards, newCards }: Pick<DrillSet, "dueCards" | "newCards">,
  nextReturn: string | null,
): string {
  const parts = [dueCards > 0 ? `${dueCards} due` : "", newCards > 0 ? `${newCards} new` : ""].filter(
    Boolean,
  );
  if (parts.length > 0) return parts.join(", ");
  return nextReturn === null ? "Nothing is due" : `Next ${nextReturn}`;
}

const offered = [5, 10, 15, 20, 30, 60];

/** Today's progress, the streak, and the daily goal, which can be changed. */
export function DailyGoal({ today }: { today: DrillToday }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (cards: number) => call("PUT /api/practice/drill-goal", { body: { cards } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeyFor("GET /api/practice/drills") }),
  });
  const goals = [...new Set([...offered, today.goal])].sort((a, b) => a - b);
  return (
    <Card
      tone="tint"
      padded={false}
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 p-4"
    >
      <div className="grid min-w-0 grow gap-1.5">
        <p className="font-semibold tabular">{todayText(today)}</p>
        <ProgressBar
          label="Today's goal"
          value={today.reviewed}
          max={today.goal}
          className="w-full max-w-md"
        />
        <p className="text-sm text-ink-2">{streakNote(today)}</p>
      </div>
      <Field label="Daily goal">
        {(control) => (
          <Select
            {...control}
            className="!w-34"
            value={change.isPending ? change.variables : today.goal}
            onChange={(event) => change.mutate(Number(event.target.value))}
          >
            <Options values={goals} text={(cards) => `${cards} cards`} />
          </Select>
        )}
      </Field>
      <div className="w-full empty:hidden">
        <StatusMessage message={change.error && errorMessage(change.error, drillMessages.goal)} tone="bad" />
      </div>
    </Card>
  );
}
