import type { OperatorPerson } from "@greenroom/contract/desk/people.ts";
import { changePersonDetails } from "@greenroom/contract/desk/person-actions.ts";
import { accountDetailsSchema } from "@greenroom/contract/people/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import type { z } from "zod";
import { TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { SubjectActionDialog } from "../actions/subject-action-dialog.tsx";

type Details = z.infer<typeof accountDetailsSchema>;

interface DetailsDialogProps {
  person: OperatorPerson;
  /** Gets the server's message and the new details. */
  onDone: (msg: string, changed: Details) => void;
  onClose: () => void;
}

/** Changes a name or mobile number: first the new values, then what would change. */
export function DetailsDialog({ person, onDone, onClose }: DetailsDialogProps) {
  const [entered, setEntered] = useState<Details | null>(null);
  const { firstName, lastName, mobileNumber } = person;
  if (entered !== null) {
    return (
      <SubjectActionDialog
        title="Change name or mobile number"
        confirmLabel="Change"
        subjectId={person._id}
        action={changePersonDetails}
        input={entered}
        onDone={(msg) => onDone(msg, entered)}
        onClose={onClose}
      />
    );
  }
  return (
    <Modal open title="Change name or mobile number" onClose={onClose}>
      <Form
        label="New details"
        defaultValues={{ firstName, lastName, mobileNumber }}
        resolver={zodResolver(accountDetailsSchema)}
        submitLabel="See what changes"
        onSubmit={async (details) => setEntered(details)}
      >
        <TextField name="firstName" label="First name" autoComplete="off" required />
        <TextField name="lastName" label="Last name" autoComplete="off" optional />
        <TextField name="mobileNumber" label="Mobile number" type="tel" autoComplete="off" required />
      </Form>
    </Modal>
  );
}
