import type { WeeklyRule } from "@greenroom/contract/schedule/weekly-availability.ts";
import { QueryContent } from "../../../app/query-content.tsx";
import { dayKey } from "../../../format/format-day.ts";
import { timeZoneLabel } from "../../../format/time-zone-label.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import { Pill } from "../../../ui/status/pill.tsx";
import {
  formatCalendarDay,
  formatNotice,
  formatTerm,
  formatWeekdays,
  formatWindows,
  inactiveRuleText,
} from "./rule-text.ts";
import { useWeeklyRules, weeklyMessages } from "./weekly-queries.ts";

interface RuleListProps {
  onAdd: () => void;
  onChange: (rule: WeeklyRule) => void;
  onDelete: (rule: WeeklyRule) => void;
}

export function RuleList({ onAdd, onChange, onDelete }: RuleListProps) {
  const rules = useWeeklyRules();
  return (
    <QueryContent query={rules} loadingLabel="Loading your weekly hours…" messages={weeklyMessages.load}>
      {(ruleList) =>
        ruleList.length === 0 ? (
          <Card padded={false}>
            <EmptyState
              title="No weekly hours yet"
              detail="Tell us when you're free each week, and we'll create your slots eight weeks ahead."
              action={<Button onClick={onAdd}>Add weekly hours</Button>}
            />
          </Card>
        ) : (
          <ul className="grid gap-4">
            {ruleList.map((rule) => (
              <li key={rule._id}>
                <RuleCard rule={rule} onChange={() => onChange(rule)} onDelete={() => onDelete(rule)} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryContent>
  );
}

interface RuleCardProps {
  rule: WeeklyRule;
  onChange: () => void;
  onDelete: () => void;
}

function RuleCard({ rule, onChange, onDelete }: RuleCardProps) {
  const name = `${formatWeekdays(rule.weekdays)}, ${formatWindows(rule.windows)}`;
  const inactive = inactiveRuleText(rule, dayKey(new Date(), rule.timeZone));
  const details = [
    formatTerm(rule),
    rule.minimumNoticeHours > 0 && formatNotice(rule.minimumNoticeHours),
    rule.mostPerDay !== null && `at most ${rule.mostPerDay} a day`,
    rule.exceptions.length > 0 && `not on ${rule.exceptions.map(formatCalendarDay).join(", ")}`,
  ].filter(Boolean);
  return (
    <Card className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0">
        <h3 className="font-text text-lg font-semibold tracking-normal tabular">
          {formatWeekdays(rule.weekdays)}{" "}
          <span className="whitespace-nowrap">{formatWindows(rule.windows)}</span>
        </h3>
        <p className="mt-0.5 text-sm text-ink-3">{timeZoneLabel(rule.timeZone, new Date())}</p>
        <p className="mt-2 text-sm text-ink-2 first-letter:uppercase">{details.join(" · ")}</p>
        <p className="mt-3 flex flex-wrap gap-2">
          {inactive && <Pill status="off">{inactive}</Pill>}
          {(inactive === null || rule.openSlots > 0) && <Pill status="ready">{rule.openSlots} open</Pill>}
          {rule.bookedSlots > 0 && <Pill status="wait">{rule.bookedSlots} booked</Pill>}
        </p>
      </div>
      <div className="flex gap-2">
        <Button variant="quiet" size="sm" aria-label={`Change ${name}`} onClick={onChange}>
          Change
        </Button>
        <Button variant="ghost" size="sm" aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </Card>
  );
}
