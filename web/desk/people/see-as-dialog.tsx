import type { OperatorPerson } from "@greenroom/contract/desk/people.ts";
import { seeAsMinutes, startSeeAs } from "@greenroom/contract/desk/see-as.ts";
import { useState } from "react";
import { errorMessage } from "../../api/client.ts";
import { Form } from "../../forms/form.tsx";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { useOperatorCall } from "../access/use-operator-call.ts";
import { ReasonField } from "../actions/reason-field.tsx";
import { operatorMessages } from "../messages.ts";

/** Starts seeing the product as this person: asks for the reason, then shows the link to a separate tab. */
export function SeeAsDialog({ person, onClose }: { person: OperatorPerson; onClose: () => void }) {
  const operatorCall = useOperatorCall();
  const [address, setAddress] = useState<string | null>(null);
  return (
    <Modal
      open
      title={`See as ${person.firstName}`}
      description={`For ${seeAsMinutes} minutes, in a separate tab. You see their pages without private notes, transcripts and files, and can change nothing.`}
      onClose={onClose}
    >
      {address === null ? (
        <Form
          label={`See as ${person.firstName}`}
          defaultValues={{ reason: "" }}
          submitLabel="Start"
          pendingLabel="Starting…"
          failureMessage={(error) => errorMessage(error, operatorMessages.action)}
          onSubmit={async (body) => {
            const { code } = await operatorCall(startSeeAs, { params: { id: person._id }, body });
            setAddress(`${paths.seeAs}#${new URLSearchParams({ code })}`);
          }}
        >
          <ReasonField hint="Kept in the audit log, for operators only." />
        </Form>
      ) : (
        <a
          href={address}
          target="_blank"
          rel="noopener"
          // Focused, because the button that had the focus is gone.
          ref={(link) => link?.focus()}
          className={buttonClass({ variant: "primary", wide: true })}
          onClick={onClose}
        >
          Open {person.firstName}'s view
        </a>
      )}
    </Modal>
  );
}
