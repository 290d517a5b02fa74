import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call, errorMessage } from "../../api/client.ts";
import { instantAt, readLocalTime } from "../../format/local-time.ts";
import { dayKey } from "../../format/times.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { ConfirmDialog } from "../../ui/dialogs.tsx";
import { Card } from "../../ui/panels.tsx";
import { type Notice, NoticeMessage } from "../../ui/status.tsx";
import { calendarMessages, useRefreshCalendar } from "./queries.ts";
import {
  listedLaterNote,
  offerSlotQuestion,
  pastSlotMessage,
  repeatedTimeNote,
  skippedTimeNote,
  slotOverTwoDaysMessage,
} from "./slot-events.ts";

interface AddSlotFormProps {
  timeZone: string;
  now: Date;
  /** The result of adding a slot here. It is shown here because the page's own message is far away on a phone. */
  notice: Notice | null;
  onPropose: (startsAt: Date) => void;
}

/** Adds a slot by date and time, without the calendar's grid. */
export function AddSlotForm({ timeZone, now, notice, onPropose }: AddSlotFormProps) {
  const today = dayKey(now, timeZone);

  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-xl">Add a slot</h2>
        <p className="mt-1.5 text-sm text-ink-2">45 minutes: 30 interview, 10 feedback, 5 break.</p>
      </div>
      <Form<{ day: string; time: string }>
        label="Add a slot"
        defaultValues={{ day: today, time: "" }}
        submitLabel="Add slot"
        onSubmit={async ({ day, time }, form) => {
          const local = readLocalTime(day, time, timeZone);
          if (local.kind === "skipped") {
            const message = skippedTimeNote(instantAt(day, "12:00", timeZone), time, timeZone);
            form.setError("time", { message }, { shouldFocus: true });
            return;
          }
          onPropose(local.kind === "once" ? local.instant : local.first);
        }}
      >
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.25rem),1fr))] gap-3 [&>*]:min-w-0 [&_input]:min-w-0">
          <TextField
            name="day"
            label="Date"
            type="date"
            min={today}
            required
            rules={{ required: "Choose a date." }}
          />
          <TextField
            name="time"
            label="Start time"
            type="time"
            step={900}
            required
            rules={{ required: "Choose a time." }}
          />
        </div>
        <p className="text-sm text-ink-3">Times in {timeZoneLabel(timeZone, new Date())}</p>
      </Form>
      <NoticeMessage notice={notice} />
    </Card>
  );
}

/** Adds a slot: a proposed time is sent to the server only after the interviewer confirms it in the dialog. */
export function useOfferSlot(
  timeZone: string,
  onAdded: (startsAt: Date) => void,
  onRefused: (message: string) => void,
) {
  const [proposed, setProposed] = useState<Date | null>(null);
  const refresh = useRefreshCalendar();
  const add = useMutation({
    mutationFn: async (startsAt: Date) => {
      await call("POST /api/interviewer/availability", { body: { slotTime: startsAt.toISOString() } });
      await refresh();
    },
    onSuccess: (_, startsAt) => onAdded(startsAt),
    onError: (error) => onRefused(errorMessage(error, calendarMessages.add)),
    onSettled: () => setProposed(null),
  });
  const note = proposed && repeatedTimeNote(proposed, timeZone);
  const laterNote = proposed && listedLaterNote(proposed, new Date(), timeZone);
  return {
    /** `dragEnd`: where a drag ended. Only its start counts, because all slots have the same length. */
    propose(startsAt: Date, dragEnd: Date = startsAt) {
      const lastInstant = new Date(Math.max(startsAt.getTime(), dragEnd.getTime() - 1));
      if (startsAt.getTime() <= Date.now()) onRefused(pastSlotMessage);
      else if (dayKey(startsAt, timeZone) !== dayKey(lastInstant, timeZone))
        onRefused(slotOverTwoDaysMessage);
      else setProposed(startsAt);
    },
    dialog: proposed && (
      <ConfirmDialog
        open
        title={offerSlotQuestion(proposed, timeZone)}
        message={
          <>
            <p>Times in {timeZoneLabel(timeZone, proposed)}.</p>
            {laterNote && <p className="mt-2">{laterNote}</p>}
            {note && <p className="mt-2 font-semibold text-amber">{note}</p>}
          </>
        }
        confirmLabel="Make available"
        pending={add.isPending}
        onConfirm={() => add.mutate(proposed)}
        onCancel={() => setProposed(null)}
      />
    ),
  };
}
