import { addTimeOff, timeOffFieldsSchema } from "@greenroom/contract/schedule/weekly-availability.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { dayKey } from "../../../format/format-day.ts";
import { timeZoneLabel } from "../../../format/time-zone-label.ts";
import { Form } from "../../../forms/form.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { Modal } from "../../../ui/dialogs/modal.tsx";
import type { Notice } from "../../../ui/status/status-message.tsx";
import { formatSlotChange, formatStillBooked } from "./rule-text.ts";
import { weeklyMessages } from "./weekly-queries.ts";

interface TimeOffModalProps {
  onClose: () => void;
  onSaved: (notice: Notice) => Promise<void>;
}

export function TimeOffModal({ onClose, onSaved }: TimeOffModalProps) {
  const timeZone = useTimeZone();
  const [today] = useState(() => dayKey(new Date(), timeZone));
  return (
    <Modal
      open
      title="Take time off"
      description="All open slots on these days are removed. Booked interviews stay, and we'll show them to you."
      onClose={onClose}
    >
      <Form
        label="Time off"
        defaultValues={{ firstDay: today, lastDay: today, timeZone }}
        resolver={zodResolver(timeOffFieldsSchema)}
        failureMessage={(error) => errorMessage(error, weeklyMessages.saveOff)}
        onSubmit={async (body) => {
          const { timeOff, ...change } = await call(addTimeOff, { body });
          const bookedNote = timeOff.booked.length > 0 ? ` ${formatStillBooked(timeOff)}: see below.` : "";
          await onSaved({
            message: `${formatSlotChange("Time off saved.", change)}${bookedNote}`,
            tone: "good",
          });
        }}
        submitLabel="Take these days off"
        pendingLabel="Saving…"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="firstDay" label="First day off" type="date" min={today} required />
          <TextField name="lastDay" label="Last day off" type="date" min={today} required />
        </div>
        <p className="text-sm text-ink-3">Whole days in {timeZoneLabel(timeZone, new Date())}.</p>
      </Form>
    </Modal>
  );
}
