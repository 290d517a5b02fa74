import { changePassword, changePasswordSchema } from "@greenroom/contract/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { PasswordField } from "../../../forms/password-field.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { paths } from "../../../paths.ts";
import { Card } from "../../../ui/card.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { passwordChanged, sentences } from "../sentences.ts";
import { useSession } from "../session.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

/** How long the good news stands before the sign-out (spec §9). */
const signOutDelayMilliseconds = 2000;

export function ChangePassword() {
  const { user, signOut } = useSession();
  const navigate = useNavigate();
  const [done, setDone] = useState(false);

  function leave() {
    // Edits on the other tab were not given up with the old password.
    signOut({ endedByServer: true, keepDrafts: true });
    void navigate(paths.signIn);
  }

  return (
    <Card>
      <h2 className="mb-4 text-xl">Change your password</h2>
      <Form
        label="Change your password"
        defaultValues={{ currentPassword: "", newPassword: "" }}
        resolver={zodResolver(changePasswordSchema)}
        failureMessage={(error) => messageOf(error, sentences.password)}
        onSubmit={async (body, form) => {
          await call(changePassword, { body });
          form.reset();
          setDone(true);
          // Not bound to this screen: the server has ended the session, wherever one goes in these two seconds.
          setTimeout(leave, signOutDelayMilliseconds);
        }}
      >
        {/* For password managers, which want to know whose password it is. */}
        <input type="hidden" autoComplete="username" value={user?.email ?? ""} readOnly />
        <PasswordField name="currentPassword" label="Current password" required />
        <NewPasswordField name="newPassword" label="New password" />
        <SubmitButton className="justify-self-start" inactive={done} pendingLabel="Changing…">
          Change password
        </SubmitButton>
      </Form>
      <StatusMessage message={done ? `✅ ${passwordChanged}` : null} className="mt-1" />
    </Card>
  );
}
