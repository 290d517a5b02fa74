import { Form } from "../../../forms/form.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { Card } from "../../../ui/card.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { dayKey } from "../../../ui/time/format-day.ts";
import { instantAt } from "../../../ui/time/instant-at.ts";
import { readLocalTime } from "../local-time.ts";
import { skippedTimeNote } from "../slot-words.ts";

interface AddSlotFormProps {
  timeZone: string;
  now: Date;
  /** What became of the slot that was added here, said here: on a phone the page's own place for it is far away. */
  notice: string | null;
  onPropose: (startsAt: Date) => void;
}

interface Typed {
  day: string;
  time: string;
}

/** A slot by date and time, for everybody who cannot or will not point at a grid. */
export function AddSlotForm({ timeZone, now, notice, onPropose }: AddSlotFormProps) {
  const today = dayKey(now, timeZone);

  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-xl">Add a slot</h2>
        <p className="mt-1.5 text-sm text-ink-2">45 minutes: 30 interview, 10 feedback, 5 to breathe.</p>
      </div>
      <Form<Typed>
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
        <p className="text-sm text-ink-3">Time zone: {timeZone}</p>
      </Form>
      <StatusMessage message={notice} />
    </Card>
  );
}
