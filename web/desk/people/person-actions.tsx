import { type GrantableRole, type OperatorPerson, seeAsMinutes } from "@greenroom/contract/desk/people.ts";
import type { OperatorLevel } from "@greenroom/contract/kernel/endpoint.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { errorMessage } from "../../api/client.ts";
import { Form } from "../../forms/form.tsx";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { Card } from "../../ui/panels.tsx";
import {
  DownloadButton,
  DownloadProblem,
  useOperatorCall,
  useOperatorDownload,
} from "../access/operator-calls.tsx";
import { ActionButton, DialogButton } from "../actions/action-dialog.tsx";
import { ReasonField } from "../actions/reason.tsx";
import { operatorMessages } from "../layout/desk-parts.tsx";

const inRed = { className: "!text-red" };

/** The operator's actions on a person. Owners see more of them than support. */
export function PersonActions({ person, level }: { person: OperatorPerson; level: OperatorLevel }) {
  const download = useOperatorDownload();
  const save = useMutation({
    mutationFn: () => download("GET /api/operator/people/:id/data", "personal-data.zip", { id: person._id }),
  });
  const isOwner = level === "owner";
  const { _id: id, firstName, lastName, mobileNumber, isBlocked, isOperator } = person;
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg">Actions</h2>
      <div className="flex flex-wrap gap-2">
        {person.role === "interviewer" && (
          <Link
            to={paths.operatorUpcoming(person.email)}
            className={buttonClass({ size: "sm", variant: "quiet" })}
          >
            Cancel a day
          </Link>
        )}
        {!isOperator && (
          <DialogButton dialog={(onClose) => <SeeAsDialog person={person} onClose={onClose} />}>
            See as {firstName}
          </DialogButton>
        )}
        {person.role === "interviewee" && (
          <ActionButton
            title="Grant sessions"
            action={"POST /api/operator/people/:id/grant-sessions"}
            id={id}
            fields={[{ name: "sessions", label: "Sessions", type: "number", value: 1 }]}
            reasonHint="The person reads it in their list of sessions."
          />
        )}
        <ActionButton
          title="Change name or mobile number"
          action={"POST /api/operator/people/:id/details"}
          id={id}
          fields={[
            { name: "firstName", label: "First name", value: firstName },
            { name: "lastName", label: "Last name", value: lastName, optional: true },
            { name: "mobileNumber", label: "Mobile number", value: mobileNumber },
          ]}
          confirmLabel="Change"
        >
          Edit details
        </ActionButton>
        {person.signIns > 0 && (
          <ActionButton
            title="Sign out everywhere"
            action={"POST /api/operator/people/:id/sign-out"}
            id={id}
          />
        )}
        {isOwner && !isBlocked && (
          <ActionButton
            title="Change role"
            action={"POST /api/operator/people/:id/role"}
            id={id}
            fields={[{ name: "role", label: "Role", choices: rolesFor(person) }]}
          />
        )}
        {isBlocked && (
          <ActionButton title="Unblock" action={"POST /api/operator/people/:id/unblock"} id={id} />
        )}
        {!isBlocked && !isOperator && (
          <ActionButton
            button={inRed}
            title="Block"
            action={"POST /api/operator/people/:id/block"}
            id={id}
            danger
          />
        )}
        {isOwner && !isOperator && (
          <ActionButton
            button={inRed}
            title="Delete account"
            action={"POST /api/operator/people/:id/delete"}
            id={id}
            danger
          />
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

/** The roles that a person does not have yet. */
function rolesFor({ role, operatorLevel }: OperatorPerson): Record<string, string> {
  const roles: [GrantableRole, label: string, isHeld: boolean][] = [
    ["interviewer", "Interviewer", role === "interviewer"],
    ["interviewee", "Interviewee", role === "interviewee"],
    ["support", "Operator, support", operatorLevel === "support"],
    ["owner", "Operator, owner", operatorLevel === "owner"],
    ["none", "No longer an operator", operatorLevel === null],
  ];
  return Object.fromEntries(roles.flatMap(([value, label, isHeld]) => (isHeld ? [] : [[value, label]])));
}

/** Starts seeing the product as this person: asks for the reason, then shows the link to a separate tab. */
function SeeAsDialog({ person, onClose }: { person: OperatorPerson; onClose: () => void }) {
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
            const { code } = await operatorCall("POST /api/operator/people/:id/see-as", {
              params: { id: person._id },
              body,
            });
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
