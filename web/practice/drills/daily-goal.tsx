import { type DrillToday, listDrills, setDrillGoal } from "@greenroom/contract/practice/drills.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { errorMessage } from "../../api/errors.ts";
import { queryKeyFor } from "../../api/query-client.ts";
import { Card } from "../../ui/display/card.tsx";
import { ProgressBar } from "../../ui/display/progress-bar.tsx";
import { Field } from "../../ui/fields/field.tsx";
import { Select } from "../../ui/fields/select.tsx";
import { StatusMessage } from "../../ui/status/status-message.tsx";
import { drillMessages } from "./messages.ts";
import { streakNote, todayText } from "./today-text.ts";

const offered = [5, 10, 15, 20, 30, 60];

/** Today's progress, the streak, and the daily goal, which can be changed. */
export function DailyGoal({ today }: { today: DrillToday }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (cards: number) => call(setDrillGoal, { body: { cards } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeyFor(listDrills) }),
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
            {goals.map((cards) => (
              <option key={cards} value={cards}>
                {cards} cards
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="w-full empty:hidden">
        <StatusMessage message={change.error && errorMessage(change.error, drillMessages.goal)} tone="bad" />
      </div>
    </Card>
  );
}
