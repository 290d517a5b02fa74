import { addWeeklyRule, changeWeeklyRule, type WeeklyRule } from "@greenroom/contract/weekly-availability.ts";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { SelectField } from "../../../forms/select-field.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { dayKey } from "../../../ui/time/format-day.ts";
import { useTimeZone } from "../../accounts/use-time-zone.ts";
import { zoneChoices } from "../../accounts/zone-names.ts";
import { ExceptionsField } from "./exceptions-field.tsx";
import { blankRule, fieldsOf, ruleResolver, type TypedRule, typedRule } from "./rule-form.ts";
import { sayChange } from "./rule-words.ts";
import { WeekdayField } from "./weekday-field.tsx";
import { weeklySentences } from "./weekly-queries.ts";
import { WindowsField } from "./windows-field.tsx";

interface RuleModalProps {
  /** Null: new hours. */
  rule: WeeklyRule | null;
  onClose: () => void;
  onSaved: (news: string) => Promise<void>;
}

/** Weekly hours, new or changed. Mounted anew for each. */
export function RuleModal({ rule, onClose, onSaved }: RuleModalProps) {
  const timeZone = useTimeZone();
  const [today] = useState(() => dayKey(new Date(), timeZone));
  const [zones] = useState(() => zoneChoices(rule?.timeZone ?? timeZone));

  async function save(typed: TypedRule) {
    const body = fieldsOf(typed);
    const change = rule
      ? await call(changeWeeklyRule, { params: { id: rule._id }, body })
      : await call(addWeeklyRule, { body });
    await onSaved(sayChange("Weekly hours saved.", change));
  }

  return (
    <Modal
      open
      title={rule ? "Change weekly hours" : "Add weekly hours"}
      description="Slots are laid eight weeks ahead, at these times on the clock of the zone, whatever it does in spring and autumn. Booked slots are never touched."
      onClose={onClose}
    >
      <Form<TypedRule>
        label="Weekly hours"
        defaultValues={rule ? typedRule(rule) : blankRule(timeZone, today)}
        resolver={ruleResolver}
        failureMessage={(error) => messageOf(error, weeklySentences.save)}
        onSubmit={save}
        submitLabel="Save weekly hours"
        pendingLabel="Saving…"
        className="!gap-5"
      >
        <WeekdayField />
        <WindowsField />
        <SelectField name="timeZone" label="Time zone of these hours">
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll("_", " ")}
            </option>
          ))}
        </SelectField>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="startsOn" label="First day" type="date" required />
          <TextField name="endsOn" label="Last day" type="date" optional />
          <TextField
            name="minimumNoticeHours"
            label="Notice, in hours"
            hint="Nobody books later than that before the start."
            inputMode="numeric"
          />
          <TextField
            name="mostPerDay"
            label="Most slots a day"
            hint="All of that day count, also those added by hand; the first ones are laid."
            inputMode="numeric"
            optional
          />
        </div>
        <ExceptionsField />
      </Form>
    </Modal>
  );
}
