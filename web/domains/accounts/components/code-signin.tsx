import { signinOtpVerify } from "@greenroom/contract/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { CodeField } from "../../../forms/code-field.tsx";
import { Form } from "../../../forms/form.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { sentences } from "../sentences.ts";
import { useEnter } from "../use-enter.ts";
import { FirstFocus } from "./first-focus.tsx";
import { ResendCode } from "./resend-code.tsx";

interface CodeSigninProps {
  email: string;
  nextAt: number | null;
  pending: boolean;
  failure: string | null;
  onResend: () => void;
  onUsePassword: () => void;
}

export function CodeSignin({ email, onUsePassword, ...resend }: CodeSigninProps) {
  const enter = useEnter();
  return (
    <Form
      label="Sign in by mail"
      defaultValues={{ email, otp: "" }}
      resolver={zodResolver(signinOtpVerify.body)}
      failureMessage={(error) => messageOf(error, sentences.verification)}
      onSubmit={async (body) => enter(await call(signinOtpVerify, { body }))}
      submitLabel="Verify OTP"
      pendingLabel="Checking the code…"
      footer={
        <ResendCode {...resend}>
          <Button look="ghost" size="sm" flush onClick={onUsePassword}>
            Use Password Instead
          </Button>
        </ResendCode>
      }
    >
      <Field label="Email">
        {(control) => <TextInput {...control} type="email" value={email} readOnly disabled />}
      </Field>
      <CodeField name="otp" label="Code" required />
      <FirstFocus name="otp" />
    </Form>
  );
}
