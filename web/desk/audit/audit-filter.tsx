import { type AuditFilter as AuditQuery, listAuditActions } from "@greenroom/contract/desk/audit.ts";
import { auditActionText } from "@greenroom/contract/desk/audit-actions.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { FilterBar, FilterDay, FilterSelect, FilterText } from "../filters/filter-fields.tsx";

export const auditFilterNames = ["action", "subject", "actor", "from", "day"] as const;
type Values = Partial<Record<(typeof auditFilterNames)[number], string>>;

/** `system` and `command line` are actors, too. Any other text is a person's name, address or id. */
function doneBy(text: string | undefined): Pick<AuditQuery, "actor" | "doneBy"> {
  const known = (["command line", "system"] as const).find((name) => name === text?.toLowerCase());
  return known === undefined ? { doneBy: text } : { actor: known };
}

/** `booking:<id>` and `everybody` are subjects in the log's own format. Any other text is a person. */
function about(text: string | undefined): Pick<AuditQuery, "subject" | "about"> {
  const isSubject = text !== undefined && (text.includes(":") || text.toLowerCase() === "everybody");
  return isSubject ? { subject: text } : { about: text };
}

/** The server's filter for the entered values. */
export const auditQuery = ({ actor, subject }: Values) => ({ ...doneBy(actor), ...about(subject) });

interface AuditFilterProps {
  values: Values;
  onChange: (changes: Partial<Record<keyof Values, string | null>>) => void;
}

/** The filters of the audit log. Text fields apply when they are left or Enter is pressed. */
export function AuditFilter({ values, onChange }: AuditFilterProps) {
  const actions = useQuery(queryOptionsFor(listAuditActions));
  const options = (actions.data ?? [])
    .map((action) => ({ value: action, label: `${auditActionText(action)} (${action})` }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return (
    <FilterBar label="Filter the audit log">
      <FilterSelect
        label="Action"
        all="Every action"
        options={options}
        value={values.action}
        onChange={(action) => onChange({ action })}
      />
      <FilterText
        label="Done by"
        hint="Name, address, “system” or “command line”"
        value={values.actor}
        onChange={(actor) => onChange({ actor })}
      />
      <FilterText
        label="About"
        hint="Name, address, or as in booking:0190a5b8-…"
        value={values.subject}
        onChange={(subject) => onChange({ subject })}
      />
      <FilterDay label="From" value={values.from} onChange={(from) => onChange({ from })} />
      <FilterDay label="To" value={values.day} onChange={(day) => onChange({ day })} />
    </FilterBar>
  );
}
