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
import { Button, buttonClass } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { Field, Select, TextInput } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";
import {
  DownloadButton,
  DownloadProblem,
  useOperatorCall,
  useOperatorDownload,
} from "../access/operator-calls.tsx";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { ReasonField } from "../actions/reason.tsx";
import type { Result } from "../actions/result-notice.tsx";
import { operatorMessages } from "../layout/desk-parts.tsx";

type ActionName = "see-as" | "grant" | "details" | "sign-out" | "block" | "unblock" | "role" | "delete";

interface PersonActionsProps {
  person: OperatorPerson;
  level: OperatorLevel;
  onDone: (result: Result) => void;
}

/** The operator's actions on a person. Owners see more of them than support. */
export function PersonActions({ person, level, onDone }: PersonActionsProps) {
  const [open, setOpen] = useState<ActionName | null>(null);
  const download = useOperatorDownload();
  const save = useMutation({
    mutationFn: () => download(exportPersonData, "personal-data.zip", { id: person._id }),
  });
  const isOwner = level === "owner";
  const offered: { name: ActionName; label: string; isOffered: boolean; danger?: boolean }[] = [
    { name: "see-as", label: `See as ${person.firstName}`, isOffered: !person.isOperator },
    { name: "grant", label: "Grant sessions", isOffered: person.role === "interviewee" },
    { name: "details", label: "Edit details", isOffered: true },
    { name: "sign-out", label: "Sign out everywhere", isOffered: person.signIns > 0 },
    { name: "role", label: "Change role", isOffered: isOwner && !person.isBlocked },
    { name: "unblock", label: "Unblock", isOffered: person.isBlocked },
    { name: "block", label: "Block", isOffered: !person.isBlocked && !person.isOperator, danger: true },
    { name: "delete", label: "Delete account", isOffered: isOwner && !person.isOperator, danger: true },
  ];
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
        {offered
          .filter(({ isOffered }) => isOffered)
          .map(({ name, label, danger = false }) => (
            <Button
              key={name}
              size="sm"
              variant="quiet"
              className={danger ? "!text-red" : ""}
              onClick={() => setOpen(name)}
            >
              {label}
            </Button>
          ))}
        {isOwner && (
          <DownloadButton save={save} size="sm">
            Export their data
          </DownloadButton>
        )}
      </div>
      <DownloadProblem save={save} />
      <OpenAction name={open} person={person} onDone={onDone} onClose={() => setOpen(null)} />
    </Card>
  );
}

interface OpenActionProps {
  name: ActionName | null;
  person: OperatorPerson;
  onDone: (result: Result) => void;
  onClose: () => void;
}

function OpenAction({ name, person, ...dialog }: OpenActionProps) {
  const shared = { ...dialog, id: person._id };
  switch (name) {
    case null:
      return null;
    case "see-as":
      return <SeeAsDialog person={person} onClose={dialog.onClose} />;
    case "grant":
      return <GrantDialog personId={person._id} {...dialog} />;
    case "details":
      return <DetailsDialog person={person} {...dialog} />;
    case "role":
      return <RoleDialog person={person} {...dialog} />;
    case "sign-out":
      return (
        <ActionDialog
          {...shared}
          title="Sign out everywhere"
          confirmLabel="Sign out"
          action={signPersonOut}
        />
      );
    case "block":
      return <ActionDialog {...shared} title="Block" confirmLabel="Block" danger action={blockPerson} />;
    case "unblock":
      return <ActionDialog {...shared} title="Unblock" confirmLabel="Unblock" action={unblockPerson} />;
    case "delete":
      return (
        <ActionDialog
          {...shared}
          title="Delete account"
          confirmLabel="Delete account"
          danger
          action={deletePerson}
        />
      );
  }
}

interface GrantDialogProps {
  personId: string;
  onDone: (result: Result) => void;
  onClose: () => void;
}

/** Gives sessions. The preview follows the number. */
export function GrantDialog({ personId, onDone, onClose }: GrantDialogProps) {
  const [sessions, setSessions] = useState("1");
  return (
    <ActionDialog
      title="Grant sessions"
      confirmLabel={sessions === "1" ? "Grant 1 session" : `Grant ${sessions} sessions`}
      reasonHint="The person reads it in their list of sessions."
      id={personId}
      action={grantSessions}
      input={{ sessions: Number(sessions) }}
      onDone={onDone}
      onClose={onClose}
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

interface DetailsDialogProps {
  person: OperatorPerson;
  onDone: (result: Result) => void;
  onClose: () => void;
}

/** Changes a name or mobile number: first the new values, then what would change. */
export function DetailsDialog({ person, onDone, onClose }: DetailsDialogProps) {
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

interface RoleDialogProps {
  person: OperatorPerson;
  onDone: (result: Result) => void;
  onClose: () => void;
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
export function RoleDialog({ person, onDone, onClose }: RoleDialogProps) {
  const roles = rolesFor(person);
  const [role, setRole] = useState<GrantableRole>(roles[0]?.value ?? "interviewer");
  return (
    <ActionDialog
      title="Change role"
      confirmLabel="Change role"
      id={person._id}
      action={changePersonRole}
      input={{ role }}
      onDone={onDone}
      onClose={onClose}
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
