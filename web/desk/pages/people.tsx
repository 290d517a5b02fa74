import { listPeople, listPeopleCsv, type PersonRow, personSorts } from "@greenroom/contract/desk/people.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { pageOptionsFor } from "../../api/query-client.tsx";
import { paths } from "../../paths.ts";
import { BreakableAddress, PageHeader, Pill } from "../../ui/content.tsx";
import { FilterBar, FilterSelect, FilterText } from "../filters/filter-fields.tsx";
import { DeskTime, deskMeta } from "../layout/desk-parts.tsx";
import { DataTable, useAddressFilter } from "../table/data-table.tsx";

export const meta = () => deskMeta("People");

/** Everybody with an account, searched and filtered. */
export default function PeoplePage() {
  const { values, set } = useAddressFilter(["q", "role", "state", "sort"]);
  const { q, role, state } = values;
  const sort = personSorts.find((known) => known === values.sort) ?? "joined.desc";
  const filter = {
    ...{ q, role, sort },
    blocked: state === "blocked" ? "true" : undefined,
    operator: state === "operator" ? "true" : undefined,
  };
  const people = useInfiniteQuery({
    ...pageOptionsFor(listPeople, filter),
    // Each search is a line of the audit log.
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <PageHeader
        title="People"
        detail="Everybody with an account. Each search is kept in the audit log, without its text."
      />
      <div className="mb-4">
        <FilterText
          label="Person"
          hint="Name, address, phone number, or the id of a payment or booking"
          value={q}
          onChange={(text) => set({ q: text })}
        />
      </div>
      {/* A search alone leaves them closed, so that a phone shows what was found. */}
      <FilterBar label="Filter people" isUsed={role !== undefined || state !== undefined}>
        <FilterSelect
          label="Role"
          all="Every role"
          options={{ interviewee: "Interviewees", interviewer: "Interviewers" }}
          value={role}
          onChange={(chosen) => set({ role: chosen })}
        />
        <FilterSelect
          label="Only"
          all="Everybody"
          options={{ blocked: "Blocked people", operator: "Operators" }}
          value={state}
          onChange={(chosen) => set({ state: chosen })}
        />
      </FilterBar>
      <DataTable<PersonRow>
        caption="People"
        query={people}
        rowId={({ _id }) => _id}
        itemsLabel="people"
        csv={{ endpoint: listPeopleCsv, query: filter }}
        sort={sort}
        onSortChange={(chosen) => set({ sort: chosen })}
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
          { header: "Sessions left", align: "end", cell: (person) => person.sessionsLeft },
          { header: "Joined", sortBy: "joined", cell: ({ joinedAt }) => <DeskTime at={joinedAt} /> },
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
