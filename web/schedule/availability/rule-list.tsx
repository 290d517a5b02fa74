import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import type { WeeklyRule } from "@greenroom/contract/schedule/weekly-availability.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage, networkMessages } from "../../api/client.ts";
import type { EndpointName } from "../../api/endpoints.ts";
import { queryOptionsFor, useReload } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { dayKey } from "../../format/times.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, Pill } from "../../ui/content.tsx";
import { ConfirmDialog, type ConfirmDialogProps } from "../../ui/dialogs.tsx";
import { Card } from "../../ui/panels.tsx";
import type { Notice } from "../../ui/status.tsx";
import { useRefreshCalendar } from "./queries.ts";
import {
  formatCalendarDay,
  formatNotice,
  formatTerm,
  formatWeekdays,
  formatWindows,
  inactiveRuleText,
} from "./rule-text.ts";

const network = networkMessages.unavailable;

export const weeklyMessages = {
  load: { failed: "Failed to load your weekly hours.", network },
  save: { failed: "Failed to save your weekly hours.", network },
  loadOff: { failed: "Failed to load your time off.", network },
  saveOff: { failed: "Failed to save your time off.", network },
  loadFeed: { failed: "Failed to load your calendar link.", network },
  changeFeed: { failed: "Failed to change your calendar link.", network },
} as const;

export const useWeeklyRules = () => useQuery(queryOptionsFor("GET /api/interviewer/weekly-rules"));
export const useTimeOff = () => useQuery(queryOptionsFor("GET /api/interviewer/time-off"));

const affectedEndpoints: readonly EndpointName[] = [
  "GET /api/interviewer/weekly-rules",
  "GET /api/interviewer/time-off",
];

export function useRefreshWeeklyHours(): () => Promise<void> {
  const refreshCalendar = useRefreshCalendar();
  const refreshHours = useReload(affectedEndpoints);
  return async () => {
    await Promise.all([refreshCalendar(), refreshHours()]);
  };
}

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

interface Removal<Thing>
  extends Pick<ConfirmDialogProps, "message" | "confirmLabel" | "cancelLabel" | "danger"> {
  title: (thing: Thing) => string;
  /** Removes it and returns the message to show. */
  remove: (thing: Thing) => Promise<string>;
  failed: string;
  /** Awaited before the confirmation closes. */
  onSettled: (notice: Notice) => Promise<void>;
}

export function useConfirmedRemoval<Thing>({ title, remove, failed, onSettled, ...texts }: Removal<Thing>) {
  const [asked, setAsked] = useState<Thing | null>(null);
  const mutation = useMutation({
    mutationFn: async (thing: Thing) => {
      const notice = await remove(thing).then(
        (message): Notice => ({ message, tone: "good" }),
        (error: unknown): Notice => ({
          message: errorMessage(error, { failed, network }),
          tone: "bad",
        }),
      );
      await onSettled(notice);
    },
    onSettled: () => setAsked(null),
  });
  return {
    requestRemoval: setAsked,
    dialog: (
      <ConfirmDialog
        {...texts}
        open={asked !== null}
        title={asked === null ? "" : title(asked)}
        pending={mutation.isPending}
        onConfirm={() => asked !== null && mutation.mutate(asked)}
        onCancel={() => setAsked(null)}
      />
    ),
  };
}
