import { openDesk, openDeskBody } from "@greenroom/contract/desk/access.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { call, errorMessage } from "../../api/client.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { PasswordField } from "../../forms/secret-fields.tsx";
import { operatorMessages } from "../messages.ts";

interface OpenDeskFormProps {
  submitLabel: string;
  pendingLabel: string;
  onOpened: () => unknown;
}

/** Password and second factor: opens the desk, or confirms again while it is open. */
export function OpenDeskForm({ submitLabel, pendingLabel, onOpened }: OpenDeskFormProps) {
  return (
    <Form
      label={submitLabel}
      defaultValues={{ password: "", code: "" }}
      resolver={zodResolver(openDeskBody)}
      failureMessage={(error) => errorMessage(error, operatorMessages.access)}
      submitLabel={submitLabel}
      pendingLabel={pendingLabel}
      onSubmit={async (body) => {
        await call(openDesk, { body });
        await onOpened();
      }}
    >
      <PasswordField name="password" label="Password" autoComplete="current-password" required />
      <TextField
        name="code"
        label="Code"
        hint="The 6 digits that your authenticator app shows, or one of your recovery codes."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </Form>
  );
}
