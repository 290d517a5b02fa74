import type { TimeOff, WeeklyRule } from "@greenroom/contract/schedule/weekly-availability.ts";
import { useState } from "react";
import { Link } from "react-router";
import { call } from "../../../api/client.ts";
import { pageMeta } from "../../../app/page-meta.ts";
import { paths } from "../../../paths.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { PageHeader } from "../../../ui/content.tsx";
import { LazyDialog } from "../../../ui/dialogs.tsx";
import { useLoadAhead } from "../../../ui/lazy-part.tsx";
import { type Notice, NoticeMessage, withSign } from "../../../ui/status.tsx";
import { CalendarFeed } from "../calendar-feed.tsx";
import { RuleList, useConfirmedRemoval, useRefreshWeeklyHours } from "../rule-list.tsx";
import { formatSlotChange, formatWeekdays } from "../rule-text.ts";
import { formatTimeOffDays, TimeOffList } from "../time-off-list.tsx";

export const meta = () => pageMeta("Weekly Hours");

const formsPart = {
  name: "The form",
  load: () => import("../weekly-hours-dialogs.tsx"),
};
const lazyParts = [formsPart];

type Dialog = { kind: "rule"; rule: WeeklyRule | null } | { kind: "time-off" } | null;

export default function WeeklyHours() {
  const [dialog, setDialog] = useState<Dialog>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const refresh = useRefreshWeeklyHours();
  useLoadAhead(lazyParts);

  async function finishChange(done: Notice) {
    await refresh();
    setDialog(null);
    setNotice(done.tone === "bad" ? { ...done, message: withSign("❌", done.message) } : done);
  }

  const ruleRemoval = useConfirmedRemoval<WeeklyRule>({
    remove: async ({ _id }) =>
      withSign("✅", (await call("DELETE /api/interviewer/weekly-rules/:id", { params: { id: _id } })).msg),
    title: ({ weekdays }) => `Delete the hours of ${formatWeekdays(weekdays)}?`,
    message: "Their open slots are removed. Booked interviews stay as they are.",
    confirmLabel: "Delete hours",
    cancelLabel: "Keep them",
    danger: true,
    failed: "Failed to delete your weekly hours.",
    onSettled: finishChange,
  });
  const timeOffRemoval = useConfirmedRemoval<TimeOff>({
    remove: async ({ _id }) =>
      formatSlotChange(
        "Time off ended.",
        await call("DELETE /api/interviewer/time-off/:id", { params: { id: _id } }),
      ),
    title: (timeOff) => `End your time off, ${formatTimeOffDays(timeOff)}?`,
    message:
      "Your weekly hours will create slots on these days again. Slots you added by hand come back only on a day that we closed.",
    confirmLabel: "End time off",
    cancelLabel: "Keep it",
    failed: "Failed to end your time off.",
    onSettled: finishChange,
  });

  return (
    <>
      <PageHeader
        title="Weekly Hours"
        detail="Your regular weekly hours, and your days off."
        aside={
          <Link to={paths.calendar} className={buttonClass({ variant: "quiet", size: "sm" })}>
            Back to calendar
          </Link>
        }
      />
      <NoticeMessage notice={notice} className="mb-4" />
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
            onDelete={ruleRemoval.requestRemoval}
          />
        </section>
        <div className="grid min-w-0 gap-8">
          <section aria-labelledby="time-off">
            <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
              <h2 id="time-off" className="text-xl">
                Time off
              </h2>
              <Button variant="quiet" size="sm" onClick={() => setDialog({ kind: "time-off" })}>
                Take time off
              </Button>
            </div>
            <TimeOffList onEnd={timeOffRemoval.requestRemoval} onChanged={finishChange} />
          </section>
          <CalendarFeed />
        </div>
      </div>
      {dialog && (
        <LazyDialog source={formsPart} onClose={() => setDialog(null)}>
          {({ RuleModal, TimeOffModal }) => {
            const props = { onClose: () => setDialog(null), onSaved: finishChange };
            return dialog.kind === "rule" ? (
              <RuleModal rule={dialog.rule} {...props} />
            ) : (
              <TimeOffModal {...props} />
            );
          }}
        </LazyDialog>
      )}
      {ruleRemoval.dialog}
      {timeOffRemoval.dialog}
    </>
  );
}
