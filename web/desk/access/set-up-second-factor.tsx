import {
  confirmSecondFactor,
  confirmSecondFactorBody,
  startSecondFactor,
  startSecondFactorBody,
} from "@greenroom/contract/desk/access.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { call, errorMessage } from "../../api/client.ts";
import { Form } from "../../forms/form.tsx";
import { OneTimeCodeField, PasswordField } from "../../forms/secret-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { useCopyToClipboard } from "../../ui/hooks.ts";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
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
        <RecoveryCodes
          codes={recoveryCodes}
          headingLevel={1}
          doneLabel="I have saved them. Open the desk"
          onDone={onDone}
        />
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

function CopyKey({ secret }: { secret: string }) {
  const { copied, copy } = useCopyToClipboard(secret);
  return (
    <div className="mb-5 mt-3 grid justify-items-start gap-3">
      <Button variant="quiet" size="sm" onClick={copy}>
        Copy the key
      </Button>
      <StatusMessage
        message={copied === null ? null : copied ? "Copied." : "This browser did not allow copying."}
        tone={copied === true ? "good" : "bad"}
      />
    </div>
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
      <p className="text-ink-2">
        Is the app on this device?{" "}
        <a href={uri} className="link">
          Open it with this key
        </a>
        , or type or paste the key into the app:
      </p>
      <p className="mt-1 select-all break-all font-mono text-base">
        {(secret.match(/.{1,4}/g) ?? []).join(" ")}
      </p>
      <CopyKey secret={secret} />
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
