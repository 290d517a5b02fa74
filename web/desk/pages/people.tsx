import type { PersonRow } from "@greenroom/contract/desk/people.ts";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { BreakableAddress, PageHeader, Pill } from "../../ui/content.tsx";
import type { ListFilter } from "../filters/filter-fields.tsx";
import { DeskTime, deskMeta } from "../layout/desk-parts.tsx";
import { DeskList } from "../table/data-table.tsx";

export const meta = () => deskMeta("People");

const filters: readonly ListFilter[] = [
  { name: "q", label: "Person", hint: "Name, address, phone number, or the id of a payment or booking" },
  {
    name: "role",
    label: "Role",
    all: "Every role",
    choices: { interviewee: "Interviewees", interviewer: "Interviewers" },
  },
  {
    name: "state",
    label: "Only",
    all: "Everybody",
    choices: { blocked: "Blocked people", operator: "Operators" },
  },
  { name: "sort", label: "Order", all: "Newest first", choices: { "joined.asc": "Oldest first" } },
];

/** Everybody with an account, searched and filtered. */
export default function PeoplePage() {
  return (
    <>
      <PageHeader
        title="People"
        detail="Everybody with an account. Each search is kept in the audit log, without its text."
      />
      <DeskList
        list={"GET /api/operator/people"}
        caption="People"
        noun="people"
        filters={filters}
        toQuery={({ state, ...filter }) => ({ ...filter, ...(state && { [state]: "true" }) })}
        empty={{
          title: "No people found",
          detail: "Try part of the name or address, or remove the filters.",
        }}
        columns={[
          {
            header: "Name",
            isHeading: true,
            cell: ({ _id, name, email }) => (
              <Link to={paths.operatorPerson(_id)} className="link font-semibold">
                {name === "" ? email : name}
              </Link>
            ),
          },
          { header: "Address", cell: ({ email }) => <BreakableAddress>{email}</BreakableAddress> },
          { header: "Role", cell: (person) => <PersonPills person={person} /> },
          { header: "Sessions left", align: "end", cell: ({ sessionsLeft }) => sessionsLeft },
          { header: "Joined", cell: ({ joinedAt }) => <DeskTime at={joinedAt} /> },
        ]}
      />
    </>
  );
}

function PersonPills({ person }: { person: PersonRow }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Pill dot={false}>{person.role}</Pill>
      {person.isOperator && (
        <Pill status="ready" dot={false}>
          operator
        </Pill>
      )}
      {person.isBlocked && <Pill status="bad">blocked</Pill>}
    </span>
  );
}
