import {
  deleteTimeOff,
  deleteWeeklyRule,
  type TimeOff,
  type WeeklyRule,
} from "@greenroom/contract/weekly-availability.ts";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "../../../api/client.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { buttonClass } from "../../../ui/button-class.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { pageMeta } from "../../site/components/page-title.ts";
import { CalendarFeed } from "../weekly/calendar-feed.tsx";
import { RuleList } from "../weekly/rule-list.tsx";
import { RuleModal } from "../weekly/rule-modal.tsx";
import { sayChange, sayWeekdays } from "../weekly/rule-words.ts";
import { sayDays, TimeOffList } from "../weekly/time-off-list.tsx";
import { TimeOffModal } from "../weekly/time-off-modal.tsx";
import { useRemoval } from "../weekly/use-removal.ts";
import { useRefreshWeek, weeklySentences } from "../weekly/weekly-queries.ts";

export const meta = () => pageMeta("Weekly Hours");

type Dialog = { kind: "rule"; rule: WeeklyRule | null } | { kind: "time-off" } | null;

export default function WeeklyHours() {
  const [dialog, setDialog] = useState<Dialog>(null);
  const [news, setNews] = useState<string | null>(null);
  const refresh = useRefreshWeek();

  async function settle(said: string) {
    await refresh();
    setDialog(null);
    setNews(said);
  }

  const rule = useRemoval<WeeklyRule>({
    remove: async ({ _id }) => `✅ ${(await call(deleteWeeklyRule, { params: { id: _id } })).msg}`,
    sentences: weeklySentences.remove,
    onSettled: settle,
  });
  const timeOff = useRemoval<TimeOff>({
    remove: async ({ _id }) =>
      sayChange("Time off ended.", await call(deleteTimeOff, { params: { id: _id } })),
    sentences: weeklySentences.removeOff,
    onSettled: settle,
  });

  return (
    <>
      <PageHeader
        title="Weekly Hours"
        detail="Your week as a rule, and the days on which it does not hold."
        aside={
          <Link to={paths.calendar} className={buttonClass({ look: "quiet", size: "sm" })}>
            Back to calendar
          </Link>
        }
      />
      <StatusMessage message={news} className="mb-4" />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <section aria-labelledby="weekly-hours" className="min-w-0">
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <h2 id="weekly-hours" className="text-xl">
              Every week
            </h2>
            <Button size="sm" onClick={() => setDialog({ kind: "rule", rule: null })}>
              Add hours
            </Button>
          </div>
          <RuleList
            onAdd={() => setDialog({ kind: "rule", rule: null })}
            onChange={(changed) => setDialog({ kind: "rule", rule: changed })}
            onDelete={rule.ask}
          />
        </section>
        <div className="grid min-w-0 gap-8">
          <section aria-labelledby="time-off">
            <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
              <h2 id="time-off" className="text-xl">
                Time off
              </h2>
              <Button look="quiet" size="sm" onClick={() => setDialog({ kind: "time-off" })}>
                Take time off
              </Button>
            </div>
            <TimeOffList onEnd={timeOff.ask} />
          </section>
          <CalendarFeed />
        </div>
      </div>
      {dialog?.kind === "rule" && (
        <RuleModal rule={dialog.rule} onClose={() => setDialog(null)} onSaved={settle} />
      )}
      {dialog?.kind === "time-off" && <TimeOffModal onClose={() => setDialog(null)} onSaved={settle} />}
      <ConfirmDialog
        open={rule.asked !== null}
        title={`Delete the hours of ${rule.asked ? sayWeekdays(rule.asked.weekdays) : ""}?`}
        message="Their open slots are removed. Booked interviews stay as they are."
        confirmLabel="Delete hours"
        cancelLabel="Keep them"
        danger
        pending={rule.pending}
        onConfirm={rule.confirm}
        onCancel={rule.cancel}
      />
      <ConfirmDialog
        open={timeOff.asked !== null}
        title={`End your time off, ${timeOff.asked ? sayDays(timeOff.asked) : ""}?`}
        message="Weekly hours lay their slots there again. Slots that you made by hand do not come back."
        confirmLabel="End time off"
        cancelLabel="Keep it"
        pending={timeOff.pending}
        onConfirm={timeOff.confirm}
        onCancel={timeOff.cancel}
      />
    </>
  );
}
