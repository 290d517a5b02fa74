import { describeGoal } from "@greenroom/contract/schedule/goals/goal-labels.ts";
import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import { DescriptionList } from "../../ui/display/description-list.tsx";

/** The goal of an interview, in words. */
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
