import { passwordSigninSchema, signinPassword } from "@greenroom/contract/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { PasswordField } from "../../../forms/password-field.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { sentences } from "../sentences.ts";
import { useEnter } from "../use-enter.ts";
import { type OtherWay, OtherWays } from "./other-ways.tsx";

interface PasswordSigninProps {
  email: string;
  code: OtherWay;
  reset: OtherWay;
}

export function PasswordSignin({ email, code, reset }: PasswordSigninProps) {
  const enter = useEnter();
  return (
    <Form
      label="Sign in"
      defaultValues={{ email, password: "" }}
      resolver={zodResolver(passwordSigninSchema)}
      failureMessage={(error) => messageOf(error, sentences.signin)}
      onSubmit={async (body) => enter(await call(signinPassword, { body }))}
      submitLabel="Sign In"
      pendingLabel="Signing in…"
      footer={<OtherWays code={code} reset={reset} />}
    >
      <TextField name="email" label="Email" type="email" autoComplete="username" inputMode="email" required />
      <PasswordField name="password" label="Password" required />
    </Form>
  );
}
