import { confirmSecondFactorBody, startSecondFactorBody } from "@greenroom/contract/desk/access.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import clsx from "clsx";
import { useMemo, useState } from "react";
import { encode } from "uqr";
import { call, errorMessage } from "../../api/client.ts";
import { Form } from "../../forms/form.tsx";
import { OneTimeCodeField, PasswordField } from "../../forms/secret-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { useCopyToClipboard } from "../../ui/hooks.ts";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { operatorMessages } from "../layout/desk-parts.tsx";

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
          setEnrolment({
            password,
            ...(await call("POST /api/operator/second-factor", { body: { password } })),
          })
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
        onSubmit={async (body) =>
          onConfirmed((await call("POST /api/operator/second-factor/confirm", { body })).recoveryCodes)
        }
      >
        <OneTimeCodeField name="code" label="Code" hint="The 6 digits that the app shows now." required />
      </Form>
    </Card>
  );
}

interface RecoveryCodesProps {
  codes: readonly string[];
  /** 1 while the desk is set up, when the codes are the whole page. */
  headingLevel?: 1 | 2;
  doneLabel: string;
  onDone: () => unknown;
}

/** New recovery codes, which the server never shows again. */
export function RecoveryCodes({ codes, headingLevel = 2, doneLabel, onDone }: RecoveryCodesProps) {
  const Heading = `h${headingLevel}` as const;
  const { copied, copy } = useCopyToClipboard(codes.join("\n"));
  return (
    <>
      <Heading className="text-2xl">Save your recovery codes</Heading>
      <p className="mb-4 mt-1.5 text-ink-2">
        Each opens the desk once if you lose your phone. Keep them in your password manager. They are not
        shown again.
      </p>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-md bg-sunk p-4 font-mono xs:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <StatusMessage
        className="mt-3"
        message={copied === null ? null : copied ? "Copied." : "This browser did not allow copying."}
        tone={copied === true ? "good" : "bad"}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="quiet" onClick={copy}>
          Copy the codes
        </Button>
        <Button onClick={() => void onDone()}>{doneLabel}</Button>
      </div>
    </>
  );
}

interface QrCodeProps {
  text: string;
  label: string;
  className?: string;
}

/** Dark on white in both color schemes, because cameras read that best. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, data } = useMemo(() => encode(text, { border: 3 }), [text]);
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={clsx("rounded-md border border-line", className)}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
