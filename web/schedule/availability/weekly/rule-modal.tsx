import {
  addWeeklyRule,
  updateWeeklyRule,
  type WeeklyRule,
} from "@greenroom/contract/schedule/weekly-availability.ts";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { dayKey } from "../../../format/format-day.ts";
import { Form } from "../../../forms/form.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { TimeZoneField } from "../../../forms/time-zone-field.tsx";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { Modal } from "../../../ui/dialogs/modal.tsx";
import type { Notice } from "../../../ui/status/status-message.tsx";
import { ExceptionsField } from "./exceptions-field.tsx";
import {
  emptyRuleForm,
  formToRuleFields,
  type RuleFormValues,
  ruleResolver,
  ruleToForm,
} from "./rule-form.ts";
import { formatSlotChange } from "./rule-text.ts";
import { WeekdayField } from "./weekday-field.tsx";
import { weeklyMessages } from "./weekly-queries.ts";
import { WindowsField } from "./windows-field.tsx";

interface RuleModalProps {
  /** Null for new hours. */
  rule: WeeklyRule | null;
  onClose: () => void;
  onSaved: (notice: Notice) => Promise<void>;
}

/** Adds or edits weekly hours. Mounted again for each rule. */
export function RuleModal({ rule, onClose, onSaved }: RuleModalProps) {
  const timeZone = useTimeZone();
  const [today] = useState(() => dayKey(new Date(), timeZone));

  async function save(values: RuleFormValues) {
    const body = formToRuleFields(values);
    const change = rule
      ? await call(updateWeeklyRule, { params: { id: rule._id }, body })
      : await call(addWeeklyRule, { body });
    await onSaved({ message: formatSlotChange("Weekly hours saved.", change), tone: "good" });
  }

  return (
    <Modal
      open
      title={rule ? "Change weekly hours" : "Add weekly hours"}
      description="We create slots eight weeks ahead at these local times, even when the clocks change. Booked slots are never touched."
      onClose={onClose}
    >
      <Form<RuleFormValues>
        label="Weekly hours"
        defaultValues={rule ? ruleToForm(rule) : emptyRuleForm(timeZone, today)}
        resolver={ruleResolver}
        failureMessage={(error) => errorMessage(error, weeklyMessages.save)}
        onSubmit={save}
        submitLabel="Save weekly hours"
        pendingLabel="Saving…"
        className="!gap-5"
      >
        <WeekdayField />
        <WindowsField />
        <TimeZoneField name="timeZone" label="Time zone of these hours" own={rule?.timeZone ?? timeZone} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="startsOn" label="First day" type="date" required />
          <TextField name="endsOn" label="Last day" type="date" optional />
          <TextField
            name="minimumNoticeHours"
            label="Notice, in hours"
            hint="How long before the start a slot can last be booked."
            inputMode="numeric"
          />
          <TextField
            name="mostPerDay"
            label="Maximum slots a day"
            hint="Slots you add by hand count too. The earliest ones are created first."
            inputMode="numeric"
            optional
          />
        </div>
        <ExceptionsField />
      </Form>
    </Modal>
  );
}
