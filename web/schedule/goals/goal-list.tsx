import { describeGoal, type Goal } from "@greenroom/contract/schedule/goals.ts";
import { DescriptionList } from "../../ui/content.tsx";

export function GoalList({ goal, className }: { goal: Goal; className?: string }) {
  return (
    <DescriptionList
      {...(className === undefined ? {} : { className })}
      items={describeGoal(goal).map(({ term, detail }) => ({
        term,
        detail: <span className="whitespace-pre-wrap break-words">{detail}</span>,
      }))}
    />
  );
}

export function goalInShort(goal: Goal): string {
  return describeGoal(goal)
    .map(({ detail }) => detail)
    .join(" · ");
}

/** The first two parts of a goal, usually the role and the kind of company, for the line below a heading. */
export function goalHeadline(goal: Goal): string {
  return describeGoal(goal)
    .slice(0, 2)
    .map(({ detail }) => detail)
    .join(", ");
}

interface Planned {
  startTime: string;
  goal: Goal | null;
}

/** The goal of the latest interview that has one. */
export function lastGoal(bookings: readonly Planned[]): Goal | null {
  return (
    bookings.filter(({ goal }) => goal !== null).sort((a, b) => b.startTime.localeCompare(a.startTime))[0]
      ?.goal ?? null
  );
}
