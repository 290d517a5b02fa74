import { confirmationMinutes, openDeskBody } from "@greenroom/contract/desk/access.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from "react";
import { call, errorMessage } from "../../api/client.ts";
import { queryKeyFor } from "../../api/query-client.tsx";
import { TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { PasswordField } from "../../forms/secret-fields.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { operatorMessages } from "../layout/desk-parts.tsx";

export const confirmationLasts = `You won’t be asked again for ${confirmationMinutes.acting} minutes, or for ${confirmationMinutes.reading / 60} hours to read.`;

/** Asks for password and code. Resolves to true if they were given. */
type Confirm = () => Promise<boolean>;

const ConfirmationContext = createContext<Confirm | null>(null);

/** Holds the dialog in which an operator confirms with password and second factor. */
export function ConfirmationProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([]);

  const confirm = useMemo<Confirm>(
    () => () =>
      new Promise((resolve) => {
        waiting.current.push(resolve);
        setOpen(true);
      }),
    [],
  );

  function finish(isConfirmed: boolean) {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(isConfirmed);
  }

  return (
    <ConfirmationContext value={confirm}>
      {children}
      <Modal
        open={isOpen}
        title="Confirm that it is you"
        description={`Give your password and second factor. ${confirmationLasts}`}
        onClose={() => finish(false)}
      >
        <OpenDeskForm
          submitLabel="Confirm"
          pendingLabel="Checking…"
          onOpened={async () => {
            await client.invalidateQueries({ queryKey: queryKeyFor("GET /api/operator/access") });
            finish(true);
          }}
        />
      </Modal>
    </ConfirmationContext>
  );
}

export function useConfirmation(): Confirm {
  const confirm = useContext(ConfirmationContext);
  if (confirm === null) throw new Error("useConfirmation needs a ConfirmationProvider");
  return confirm;
}

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
        await call("POST /api/operator/access", { body });
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
