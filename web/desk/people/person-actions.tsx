import { exportPersonData, type OperatorPerson } from "@greenroom/contract/desk/people.ts";
import {
  blockPerson,
  changePersonDetails,
  changePersonRole,
  deletePerson,
  signPersonOut,
  unblockPerson,
} from "@greenroom/contract/desk/person-actions.ts";
import type { OperatorLevel } from "@greenroom/contract/kernel/endpoint.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Card } from "../../ui/panels.tsx";
import { useOperatorDownload } from "../access/use-operator-call.ts";
import { DownloadButton, DownloadProblem } from "../actions/download-button.tsx";
import { SubjectActionDialog } from "../actions/subject-action-dialog.tsx";
import type { ActionResult } from "../results/result-notice.tsx";
import { useUndo } from "../results/use-undo.ts";
import { DetailsDialog } from "./details-dialog.tsx";
import { GrantDialog } from "./grant-dialog.tsx";
import { RoleDialog } from "./role-dialog.tsx";
import { SeeAsDialog } from "./see-as-dialog.tsx";

type ActionName = "see-as" | "grant" | "details" | "sign-out" | "block" | "unblock" | "role" | "delete";

interface PersonActionsProps {
  person: OperatorPerson;
  level: OperatorLevel;
  onDone: (result: ActionResult) => void;
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
  onDone: (result: ActionResult) => void;
  onClose: () => void;
}

function OpenAction({ name, person, onDone: onResult, onClose }: OpenActionProps) {
  const inverse = useUndo();
  const onDone = (msg: string) => onResult({ msg });
  const subjectId = person._id;
  const { firstName, lastName, mobileNumber } = person;
  const before = { firstName, lastName, mobileNumber };
  const common = { subjectId, onDone, onClose };
  switch (name) {
    case null:
      return null;
    case "see-as":
      return <SeeAsDialog person={person} onClose={onClose} />;
    case "grant":
      return <GrantDialog personId={person._id} onDone={onResult} onClose={onClose} />;
    case "details":
      return (
        <DetailsDialog
          person={person}
          onDone={(msg, replaces) => {
            const input = { ...before, replaces };
            onResult({ msg, undo: inverse({ subjectId, action: changePersonDetails, input }) });
          }}
          onClose={onClose}
        />
      );
    case "role":
      return (
        <RoleDialog
          person={person}
          onDone={(msg, input) =>
            onResult({ msg, undo: inverse({ subjectId, action: changePersonRole, input }) })
          }
          onClose={onClose}
        />
      );
    case "sign-out":
      return (
        <SubjectActionDialog
          {...common}
          title="Sign out everywhere"
          confirmLabel="Sign out"
          action={signPersonOut}
        />
      );
    case "block":
      return (
        <SubjectActionDialog
          {...common}
          title="Block"
          confirmLabel="Block"
          danger
          action={blockPerson}
          onDone={(msg, { blockedAt }) => {
            const input = { replaces: blockedAt };
            onResult({ msg, undo: inverse({ subjectId, action: unblockPerson, input }) });
          }}
        />
      );
    case "unblock":
      return (
        <SubjectActionDialog
          {...common}
          title="Unblock"
          confirmLabel="Unblock"
          action={unblockPerson}
          onDone={(msg) => onResult({ msg, undo: inverse({ subjectId, action: blockPerson, input: {} }) })}
        />
      );
    case "delete":
      return (
        <SubjectActionDialog
          {...common}
          title="Delete account"
          confirmLabel="Delete account"
          danger
          action={deletePerson}
        />
      );
  }
}
