import type { WeeklyRule } from "@greenroom/contract/weekly-availability.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Pill } from "../../../ui/pill.tsx";
import { Loaded } from "../../site/components/loaded.tsx";
import { sayDay, sayTerm, sayWeekdays, sayWindows } from "./rule-words.ts";
import { useWeeklyRules, weeklySentences } from "./weekly-queries.ts";

interface RuleListProps {
  onAdd: () => void;
  onChange: (rule: WeeklyRule) => void;
  onDelete: (rule: WeeklyRule) => void;
}

export function RuleList({ onAdd, onChange, onDelete }: RuleListProps) {
  const rules = useWeeklyRules();
  return (
    <Loaded query={rules} loadingLabel="Loading your weekly hours…" sentences={weeklySentences.load}>
      {(list) =>
        list.length === 0 ? (
          <Card padded={false}>
            <EmptyState
              title="No weekly hours yet"
              detail="Say once when you have time each week, and slots are laid eight weeks ahead by themselves."
              action={<Button onClick={onAdd}>Add weekly hours</Button>}
            />
          </Card>
        ) : (
          <ul className="grid gap-4">
            {list.map((rule) => (
              <li key={rule._id}>
                <RuleCard rule={rule} onChange={() => onChange(rule)} onDelete={() => onDelete(rule)} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

interface RuleCardProps {
  rule: WeeklyRule;
  onChange: () => void;
  onDelete: () => void;
}

function RuleCard({ rule, onChange, onDelete }: RuleCardProps) {
  const name = `${sayWeekdays(rule.weekdays)}, ${sayWindows(rule.windows)}`;
  const more = [
    sayTerm(rule),
    rule.minimumNoticeHours > 0 && `${rule.minimumNoticeHours} hours' notice`,
    rule.mostPerDay !== null && `at most ${rule.mostPerDay} a day`,
    rule.exceptions.length > 0 && `not on ${rule.exceptions.map(sayDay).join(", ")}`,
  ].filter(Boolean);
  return (
    <Card className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0">
        <h3 className="font-text text-lg font-semibold tracking-normal tabular">
          {sayWeekdays(rule.weekdays)} <span className="whitespace-nowrap">{sayWindows(rule.windows)}</span>
        </h3>
        <p className="mt-0.5 text-sm text-ink-3">{rule.timeZone}</p>
        <p className="mt-2 text-sm text-ink-2 first-letter:uppercase">{more.join(" · ")}</p>
        <p className="mt-3 flex flex-wrap gap-2">
          <Pill status="ready">{rule.openSlots} open</Pill>
          {rule.bookedSlots > 0 && <Pill status="wait">{rule.bookedSlots} booked</Pill>}
        </p>
      </div>
      <div className="flex gap-2">
        <Button look="quiet" size="sm" aria-label={`Change ${name}`} onClick={onChange}>
          Change
        </Button>
        <Button look="ghost" size="sm" aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </Card>
  );
}
