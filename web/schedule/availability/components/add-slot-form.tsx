import { dayKey } from "../../../format/format-day.ts";
import { instantAt } from "../../../format/instant-at.ts";
import { readLocalTime } from "../../../format/local-time.ts";
import { timeZoneLabel } from "../../../format/time-zone-label.ts";
import { Form } from "../../../forms/form.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { type Notice, NoticeMessage } from "../../../ui/status/status-message.tsx";
import { skippedTimeNote } from "../slot-text.ts";

interface AddSlotFormProps {
  timeZone: string;
  now: Date;
  /** The result of adding a slot here. It is shown here because the page's own message is far away on a phone. */
  notice: Notice | null;
  onPropose: (startsAt: Date) => void;
}

interface SlotFormValues {
  day: string;
  time: string;
}

/** Adds a slot by date and time, without the calendar's grid. */
export function AddSlotForm({ timeZone, now, notice, onPropose }: AddSlotFormProps) {
  const today = dayKey(now, timeZone);

  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-xl">Add a slot</h2>
        <p className="mt-1.5 text-sm text-ink-2">45 minutes: 30 interview, 10 feedback, 5 to breathe.</p>
      </div>
      <Form<SlotFormValues>
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
