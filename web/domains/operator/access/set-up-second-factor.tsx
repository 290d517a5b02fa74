import {
  confirmSecondFactor,
  confirmSecondFactorBody,
  startSecondFactor,
  startSecondFactorBody,
} from "@greenroom/contract/operator/access.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { OneTimeCodeField } from "../../../forms/one-time-code-field.tsx";
import { PasswordField } from "../../../forms/password-field.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { operatorMessages } from "../messages.ts";
import { QrCode } from "./qr-code.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

interface Enrolment {
  password: string;
  secret: string;
  uri: string;
}

const failureMessage = (error: unknown) => errorMessage(error, operatorMessages.access);

/** The first visit: password, then the app's code, then the recovery codes, which are shown once. */
export function SetUpSecondFactor({ onDone }: { onDone: () => Promise<unknown> }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);

  if (recoveryCodes !== null) {
    return (
      <Card>
        <RecoveryCodes codes={recoveryCodes} doneLabel="I have saved them. Open the desk" onDone={onDone} />
      </Card>
    );
  }
  if (enrolment !== null) return <ScanCode enrolment={enrolment} onConfirmed={setRecoveryCodes} />;
  return (
    <Card>
      <h1 className="text-2xl">Set up your second factor</h1>
      <p className="mb-5 mt-1.5 text-ink-2">
        The operator's desk handles other people's money and data, so your password alone does not open it.
        You need an authenticator app on your phone, such as Aegis, 1Password or Google Authenticator.
      </p>
      <Form
        label="Set up your second factor"
        defaultValues={{ password: "" }}
        resolver={zodResolver(startSecondFactorBody)}
        failureMessage={failureMessage}
        submitLabel="Continue"
        pendingLabel="Checking…"
        onSubmit={async ({ password }) =>
          setEnrolment({ password, ...(await call(startSecondFactor, { body: { password } })) })
        }
      >
        <PasswordField name="password" label="Password" autoComplete="current-password" required />
      </Form>
    </Card>
  );
}

interface ScanCodeProps {
  enrolment: Enrolment;
  onConfirmed: (recoveryCodes: string[]) => void;
}

function ScanCode({ enrolment: { password, secret, uri }, onConfirmed }: ScanCodeProps) {
  return (
    <Card>
      <h1 className="text-2xl">Scan this with your authenticator app</h1>
      <QrCode text={uri} label="QR code for your authenticator app" className="mx-auto my-5 w-56" />
      <p className="text-ink-2">No camera? Type this key into the app:</p>
      <p className="mb-5 mt-1 select-all break-all font-mono text-base">
        {(secret.match(/.{1,4}/g) ?? []).join(" ")}
      </p>
      <Form
        label="Confirm your second factor"
        defaultValues={{ password, code: "" }}
        resolver={zodResolver(confirmSecondFactorBody)}
        failureMessage={failureMessage}
        submitLabel="Confirm"
        pendingLabel="Checking…"
        onSubmit={async (body) => onConfirmed((await call(confirmSecondFactor, { body })).recoveryCodes)}
      >
        <OneTimeCodeField name="code" label="Code" hint="The 6 digits that the app shows now." required />
      </Form>
    </Card>
  );
}
