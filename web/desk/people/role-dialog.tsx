import type { OperatorPerson } from "@greenroom/contract/desk/people.ts";
import { changePersonRole, type GrantableRole } from "@greenroom/contract/desk/person-actions.ts";
import { useState } from "react";
import { Field, Select } from "../../ui/fields.tsx";
import { SubjectActionDialog } from "../actions/subject-action-dialog.tsx";

interface RoleDialogProps {
  person: OperatorPerson;
  /** Gets the server's message, the role that restores the previous state, and the one that it then replaces. */
  onDone: (msg: string, undo: { role: GrantableRole; replaces: GrantableRole }) => void;
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

/** The role that undoes a change to `role`. */
function roleBefore({ role: side, operatorLevel }: OperatorPerson, role: GrantableRole): GrantableRole {
  return role === "interviewer" || role === "interviewee" ? side : (operatorLevel ?? "none");
}

/** Gives a role, or removes access to the operator's desk. */
export function RoleDialog({ person, onDone, onClose }: RoleDialogProps) {
  const roles = rolesFor(person);
  const [role, setRole] = useState<GrantableRole>(roles[0]?.value ?? "interviewer");
  return (
    <SubjectActionDialog
      title="Change role"
      confirmLabel="Change role"
      subjectId={person._id}
      action={changePersonRole}
      input={{ role }}
      onDone={(msg) => onDone(msg, { role: roleBefore(person, role), replaces: role })}
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
    </SubjectActionDialog>
  );
}
