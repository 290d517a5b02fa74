import {
  blockPerson,
  changePersonDetails,
  changePersonRole,
  deletePerson,
  exportPersonData,
  type GrantableRole,
  grantSessions,
  maxGrantedSessions,
  type OperatorPerson,
  seeAsMinutes,
  signPersonOut,
  startSeeAs,
  unblockPerson,
} from "@greenroom/contract/desk/people.ts";
import type { OperatorLevel } from "@greenroom/contract/kernel/endpoint.ts";
import { accountDetailsSchema } from "@greenroom/contract/people/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { z } from "zod";
import { errorMessage } from "../../api/client.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form } from "../../forms/form.tsx";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { Field, Select, TextInput } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";
import {
  DownloadButton,
  DownloadProblem,
  useOperatorCall,
  useOperatorDownload,
} from "../access/operator-calls.tsx";
import { ActionButton, ActionDialog, DialogButton, type DialogProps } from "../actions/action-dialog.tsx";
import { ReasonField } from "../actions/reason.tsx";
import type { Result } from "../actions/result-notice.tsx";
import { operatorMessages } from "../layout/desk-parts.tsx";

interface PersonActionsProps {
  person: OperatorPerson;
  level: OperatorLevel;
  onDone: (result: Result) => void;
}

/** The operator's actions on a person. Owners see more of them than support. */
export function PersonActions({ person, level, onDone }: PersonActionsProps) {
  const download = useOperatorDownload();
  const save = useMutation({
    mutationFn: () => download(exportPersonData, "personal-data.zip", { id: person._id }),
  });
  const isOwner = level === "owner";
  const shared = { id: person._id, onDone };
  const inRed = { className: "!text-red" };
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg">Actions</h2>
      <div className="flex flex-wrap gap-2">
        {person.role === "interviewer" && (
          <Link
            to={paths.operatorDay(person.email)}
            className={buttonClass({ size: "sm", variant: "quiet" })}
          >
            Cancel a day
          </Link>
        )}
        {!person.isOperator && (
          <DialogButton dialog={(onClose) => <SeeAsDialog person={person} onClose={onClose} />}>
            See as {person.firstName}
          </DialogButton>
        )}
        {person.role === "interviewee" && (
          <DialogButton
            dialog={(onClose) => <GrantDialog personId={person._id} onDone={onDone} onClose={onClose} />}
          >
            Grant sessions
          </DialogButton>
        )}
        <DialogButton
          dialog={(onClose) => <DetailsDialog person={person} onDone={onDone} onClose={onClose} />}
        >
          Edit details
        </DialogButton>
        {person.signIns > 0 && (
          <ActionButton
            {...shared}
            title="Sign out everywhere"
            confirmLabel="Sign out"
            action={signPersonOut}
          >
            Sign out everywhere
          </ActionButton>
        )}
        {isOwner && !person.isBlocked && (
          <DialogButton
            dialog={(onClose) => <RoleDialog person={person} onDone={onDone} onClose={onClose} />}
          >
            Change role
          </DialogButton>
        )}
        {person.isBlocked && (
          <ActionButton {...shared} title="Unblock" confirmLabel="Unblock" action={unblockPerson}>
            Unblock
          </ActionButton>
        )}
        {!person.isBlocked && !person.isOperator && (
          <ActionButton
            {...shared}
            button={inRed}
            title="Block"
            confirmLabel="Block"
            danger
            action={blockPerson}
          >
            Block
          </ActionButton>
        )}
        {isOwner && !person.isOperator && (
          <ActionButton
            {...shared}
            button={inRed}
            title="Delete account"
            confirmLabel="Delete account"
            danger
            action={deletePerson}
          >
            Delete account
          </ActionButton>
        )}
        {isOwner && (
          <DownloadButton save={save} size="sm">
            Export their data
          </DownloadButton>
        )}
      </div>
      <DownloadProblem save={save} />
    </Card>
  );
}

/** Gives sessions. The preview follows the number. */
export function GrantDialog({ personId, ...dialog }: DialogProps & { personId: string }) {
  const [sessions, setSessions] = useState("1");
  return (
    <ActionDialog
      title="Grant sessions"
      confirmLabel={sessions === "1" ? "Grant 1 session" : `Grant ${sessions} sessions`}
      reasonHint="The person reads it in their list of sessions."
      id={personId}
      action={grantSessions}
      input={{ sessions: Number(sessions) }}
      {...dialog}
    >
      <Field label="Sessions">
        {(control) => (
          <TextInput
            {...control}
            type="number"
            inputMode="numeric"
            min={1}
            max={maxGrantedSessions}
            value={sessions}
            onChange={({ currentTarget }) => setSessions(currentTarget.value)}
          />
        )}
      </Field>
    </ActionDialog>
  );
}

type Details = z.infer<typeof accountDetailsSchema>;

/** Changes a name or mobile number: first the new values, then what would change. */
export function DetailsDialog({ person, onDone, onClose }: DialogProps & { person: OperatorPerson }) {
  const [entered, setEntered] = useState<Details | null>(null);
  const { firstName, lastName, mobileNumber } = person;
  if (entered !== null) {
    return (
      <ActionDialog
        title="Change name or mobile number"
        confirmLabel="Change"
        id={person._id}
        action={changePersonDetails}
        input={entered}
        onDone={onDone}
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

/** The roles that a person does not have yet. */
function rolesFor({ role, operatorLevel }: OperatorPerson): { value: GrantableRole; label: string }[] {
  const roles: { value: GrantableRole; label: string; isHeld: boolean }[] = [
    { value: "interviewer", label: "Interviewer", isHeld: role === "interviewer" },
    { value: "interviewee", label: "Interviewee", isHeld: role === "interviewee" },
    { value: "support", label: "Operator, support", isHeld: operatorLevel === "support" },
    { value: "owner", label: "Operator, owner", isHeld: operatorLevel === "owner" },
    { value: "none", label: "No longer an operator", isHeld: operatorLevel === null },
  ];
  return roles.filter(({ isHeld }) => !isHeld);
}

/** Gives a role, or removes access to the operator's desk. */
export function RoleDialog({ person, ...dialog }: DialogProps & { person: OperatorPerson }) {
  const roles = rolesFor(person);
  const [role, setRole] = useState<GrantableRole>(roles[0]?.value ?? "interviewer");
  return (
    <ActionDialog
      title="Change role"
      confirmLabel="Change role"
      id={person._id}
      action={changePersonRole}
      input={{ role }}
      {...dialog}
    >
      <Field label="Role">
        {(control) => (
          <Select
            {...control}
            value={role}
            onChange={({ currentTarget }) => setRole(currentTarget.value as GrantableRole)}
          >
            {roles.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </ActionDialog>
  );
}

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
