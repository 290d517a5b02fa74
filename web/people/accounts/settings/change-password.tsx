import { changePassword, changePasswordSchema } from "@greenroom/contract/people/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { PasswordField } from "../../../forms/password-field.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { paths } from "../../../paths.ts";
import { useSession } from "../../../session/session.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { type NewPassword, withPasswordCheck } from "../auth/new-password.ts";
import { NewPasswordField } from "../auth/new-password-field.tsx";
import { accountMessages, passwordChangedMessage } from "../messages.ts";

/** How long the success message shows before the sign-out (requirements §9). */
const signOutDelayMilliseconds = 2000;

export function ChangePassword() {
  const { user, token, signOut } = useSession();
  const navigate = useNavigate();
  const [isChanged, setChanged] = useState(false);
  const { email = "", firstName = "", lastName = "" } = user ?? {};
  const { newPassword, resolver } = useMemo(() => {
    const newPassword: NewPassword = { field: "newPassword", personal: () => [email, firstName, lastName] };
    return { newPassword, resolver: withPasswordCheck(zodResolver(changePasswordSchema), newPassword) };
  }, [email, firstName, lastName]);

  function signOutAndRedirect() {
    // Changing the password must not discard edits on the other tab, nor end a session that was opened since.
    if (signOut({ endedByServer: true, keepDrafts: true, token })) void navigate(paths.signIn);
  }

  return (
    <Card>
      <h2 className="mb-4 text-xl">Change your password</h2>
      <Form
        label="Change your password"
        defaultValues={{ currentPassword: "", newPassword: "" }}
        resolver={resolver}
        failureMessage={(error) => errorMessage(error, accountMessages.password)}
        onSubmit={async (body, form) => {
          await call(changePassword, { body });
          form.reset();
          setChanged(true);
          // Not canceled when this screen unmounts, because the server has ended the session, wherever the
          // user goes in these two seconds.
          setTimeout(signOutAndRedirect, signOutDelayMilliseconds);
        }}
      >
        {/* Tells password managers whose password it is. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <PasswordField name="currentPassword" label="Current password" required />
        <NewPasswordField label="New password" newPassword={newPassword} />
        <SubmitButton className="justify-self-start" inactive={isChanged} pendingLabel="Changing…">
          Change password
        </SubmitButton>
      </Form>
      <StatusMessage
        message={isChanged ? `✅ ${passwordChangedMessage}` : null}
        tone="good"
        className="mt-1"
      />
    </Card>
  );
}
