import {
  type ApplicationRow,
  applicationStates,
  listApplications,
} from "@greenroom/contract/desk/applications.ts";
import { applicationRoleLabels } from "@greenroom/contract/people/application-options.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { pageOptionsFor } from "../../api/query-client.tsx";
import { paths } from "../../paths.ts";
import { Field, Select } from "../../ui/fields.tsx";
import { DataTable } from "../table/data-table.tsx";
import { useAddressFilter } from "../table/use-address-filter.ts";
import { DeskTime } from "../time/desk-time.tsx";
import { ApplicationStatePill, applicationStateTexts } from "./application-state-pill.tsx";

/** Applications to give interviews, newest first. */
export function ApplicationTable() {
  const { values, set } = useAddressFilter(["state"]);
  const state = applicationStates.find((known) => known === values.state);
  const applications = useInfiniteQuery({
    ...pageOptionsFor(listApplications, { state }),
    // Each read is a line of the audit log.
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <div className="mb-4 max-w-56">
        <Field label="State">
          {(control) => (
            <Select
              {...control}
              value={state ?? ""}
              onChange={({ currentTarget }) => set({ state: currentTarget.value })}
            >
              <option value="">Every state</option>
              {applicationStates.map((known) => (
                <option key={known} value={known}>
                  {applicationStateTexts[known].label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <DataTable<ApplicationRow>
        caption="Applications"
        query={applications}
        rowId={({ _id }) => _id}
        itemsLabel="applications"
        empty={{ title: "No applications", detail: "People apply at /interview-with-us." }}
        columns={[
          {
            id: "name",
            header: "Name",
            isHeading: true,
            cell: ({ _id, name }) => (
              <Link to={paths.operatorApplication(_id)} className="link font-semibold">
                {name}
              </Link>
            ),
          },
          { id: "years", header: "Years", align: "end", cell: ({ years }) => years },
          {
            id: "roles",
            header: "Roles",
            cell: ({ roles }) => roles.map((role) => applicationRoleLabels[role]).join(", "),
          },
          {
            id: "state",
            header: "State",
            cell: (application) => <ApplicationStatePill state={application.state} />,
          },
          {
            id: "submittedAt",
            header: "Applied",
            cell: ({ submittedAt }) => <DeskTime at={submittedAt} />,
          },
        ]}
      />
    </>
  );
}
