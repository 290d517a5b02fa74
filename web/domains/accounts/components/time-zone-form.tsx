import { updateTimeZone } from "@greenroom/contract/accounts.ts";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { SelectField } from "../../../forms/select-field.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { Card } from "../../../ui/card.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { zoneOffset } from "../../../ui/time/format-time.ts";
import { sentences } from "../sentences.ts";
import { useSession } from "../session.tsx";
import { useTimeZone } from "../use-time-zone.ts";
import { zoneChoices } from "../zone-names.ts";

/** The zone in which all times are shown to this person. */
export function TimeZoneForm() {
  const { refreshUser } = useSession();
  const timeZone = useTimeZone();
  const [saved, setSaved] = useState<string | null>(null);
  const [choices] = useState(() => zoneChoices(timeZone).map((zone) => ({ zone, label: labelOf(zone) })));
  return (
    <Card>
      <h2 className="mb-4 text-xl">Your clock</h2>
      <Form
        label="Your clock"
        defaultValues={{ timeZone }}
        failureMessage={(error) => messageOf(error, sentences.timeZone)}
        onSubmit={async (body) => {
          setSaved(null);
          await call(updateTimeZone, { body });
          await refreshUser();
          setSaved(`✅ Times are now shown in ${body.timeZone}.`);
        }}
      >
        <SelectField name="timeZone" label="Time zone" hint="Slots, bookings and reminders are shown in it.">
          {choices.map(({ zone, label }) => (
            <option key={zone} value={zone}>
              {label}
            </option>
          ))}
        </SelectField>
        <SubmitButton look="quiet" className="justify-self-start" pendingLabel="Saving…">
          Save time zone
        </SubmitButton>
      </Form>
      <StatusMessage message={saved} className="mt-1" />
    </Card>
  );
}

function labelOf(zone: string): string {
  return `${zone.replaceAll("_", " ")} (${zoneOffset(new Date(), zone)})`;
}
