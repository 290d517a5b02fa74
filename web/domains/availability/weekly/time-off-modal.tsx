import { addTimeOff, timeOffFieldsSchema } from "@greenroom/contract/weekly-availability.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { dayKey } from "../../../ui/time/format-day.ts";
import { useTimeZone } from "../../accounts/use-time-zone.ts";
import { sayChange } from "./rule-words.ts";
import { weeklySentences } from "./weekly-queries.ts";

interface TimeOffModalProps {
  onClose: () => void;
  onSaved: (news: string) => Promise<void>;
}

export function TimeOffModal({ onClose, onSaved }: TimeOffModalProps) {
  const timeZone = useTimeZone();
  const [today] = useState(() => dayKey(new Date(), timeZone));
  return (
    <Modal
      open
      title="Take time off"
      description="Open slots on these days are removed, whoever made them. Booked interviews stay, and you are shown them."
      onClose={onClose}
    >
      <Form
        label="Time off"
        defaultValues={{ firstDay: today, lastDay: today, timeZone }}
        resolver={zodResolver(timeOffFieldsSchema)}
        failureMessage={(error) => messageOf(error, weeklySentences.saveOff)}
        onSubmit={async (body) => {
          const { timeOff, ...change } = await call(addTimeOff, { body });
          const standing =
            timeOff.booked.length > 0 ? " Interviews are booked on these days: see below." : "";
          await onSaved(`${sayChange("Time off saved.", change)}${standing}`);
        }}
        submitLabel="Take these days off"
        pendingLabel="Saving…"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="firstDay" label="First day off" type="date" min={today} required />
          <TextField name="lastDay" label="Last day off" type="date" min={today} required />
        </div>
        <p className="text-sm text-ink-3">Whole days in {timeZone}.</p>
      </Form>
    </Modal>
  );
}
