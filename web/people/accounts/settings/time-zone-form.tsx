import { updateTimeZone } from "@greenroom/contract/people/accounts.ts";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { timeZoneLabel } from "../../../format/time-zone-label.ts";
import { Form } from "../../../forms/form.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { TimeZoneField } from "../../../forms/time-zone-field.tsx";
import { useSession } from "../../../session/session.tsx";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { Card } from "../../../ui/display/card.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { accountMessages } from "../messages.ts";

/** The time zone in which this user sees all times. */
export function TimeZoneForm() {
  const { refreshUser } = useSession();
  const timeZone = useTimeZone();
  const [savedMessage, setSavedMessage] = useState<string | null>(null);
  return (
    <Card>
      <h2 className="mb-4 text-xl">Time zone</h2>
      <Form
        label="How times are shown"
        defaultValues={{ timeZone }}
        failureMessage={(error) => errorMessage(error, accountMessages.timeZone)}
        onSubmit={async (body) => {
          setSavedMessage(null);
          await call(updateTimeZone, { body });
          await refreshUser();
          setSavedMessage(`✅ Times are now shown in ${timeZoneLabel(body.timeZone, new Date())}.`);
        }}
      >
        <TimeZoneField
          name="timeZone"
          label="Time zone"
          hint="We show slots, bookings and reminders in this zone."
          own={timeZone}
        />
        <SubmitButton variant="quiet" className="justify-self-start" pendingLabel="Saving…">
          Save time zone
        </SubmitButton>
      </Form>
      <StatusMessage message={savedMessage} tone="good" className="mt-1" />
    </Card>
  );
}
