import { type DrillSet, listDrills } from "@greenroom/contract/practice/drills.ts";
import { type QuestionRole, questionTopicNames } from "@greenroom/contract/room/question-options.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { queryOptionsFor } from "../../api/query-client.ts";
import { QueryContent } from "../../app/query-content.tsx";
import { paths } from "../../paths.ts";
import { useTimeZone } from "../../session/use-time-zone.ts";
import { Card } from "../../ui/display/card.tsx";
import { StatusDot } from "../../ui/status/status-light.tsx";
import { DailyGoal } from "./daily-goal.tsx";
import { drillMessages } from "./messages.ts";
import { returnText } from "./review/wait-text.ts";

/** The drills of a role, with what is due in each, and the daily goal. */
export function DrillList({ role }: { role: QuestionRole }) {
  const drills = useQuery({ ...queryOptionsFor(listDrills), staleTime: 0 });
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
        {dueText({
          dueCards,
          newCards,
          nextReturn: nextDueAt && returnText(new Date(nextDueAt), new Date(), timeZone),
        })}
        <span className="text-ink-2">
          · {seen} of {cards} cards seen
        </span>
      </p>
    </Card>
  );
}

interface DueInput {
  dueCards: number;
  newCards: number;
  /** When the next card is due, inside a sentence; null when one is due now or none was seen. */
  nextReturn: string | null;
}

/** The cards that are waiting in a set: `3 due, 20 new`. */
export function dueText({ dueCards, newCards, nextReturn }: DueInput): string {
  const parts = [dueCards > 0 ? `${dueCards} due` : "", newCards > 0 ? `${newCards} new` : ""].filter(
    Boolean,
  );
  if (parts.length > 0) return parts.join(", ");
  return nextReturn === null ? "Nothing is due" : `Next ${nextReturn}`;
}
