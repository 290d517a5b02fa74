import { passwordSignInSchema, signinPassword } from "@greenroom/contract/people/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { PasswordField } from "../../../forms/password-field.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { useCompleteSignIn } from "../../../session/use-complete-sign-in.ts";
import { accountMessages } from "../messages.ts";
import { OtherSignInMethods, type SignInMethod } from "./other-sign-in-methods.tsx";

interface PasswordSignInProps {
  email: string;
  code: SignInMethod;
  reset: SignInMethod;
}

export function PasswordSignIn({ email, code, reset }: PasswordSignInProps) {
  const completeSignIn = useCompleteSignIn();
  return (
    <Form
      label="Sign in"
      defaultValues={{ email, password: "" }}
      resolver={zodResolver(passwordSignInSchema)}
      failureMessage={(error) => errorMessage(error, accountMessages.signin)}
      onSubmit={async (body) => completeSignIn(await call(signinPassword, { body }))}
      submitLabel="Sign In"
      pendingLabel="Signing in…"
      footer={<OtherSignInMethods code={code} reset={reset} />}
    >
      <TextField name="email" label="Email" type="email" autoComplete="username" inputMode="email" required />
      <PasswordField name="password" label="Password" required />
    </Form>
  );
}
