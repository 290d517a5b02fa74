import {
  type AuditLine,
  type AuditFilter as AuditQuery,
  auditActionText,
  exportAudit,
  listAudit,
} from "@greenroom/contract/desk/audit.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import { pageOptionsFor } from "../../api/query-client.tsx";
import { paths } from "../../paths.ts";
import { BreakableAddress, PageHeader } from "../../ui/content.tsx";
import { DownloadButton, DownloadProblem, useOperatorDownload } from "../access/operator-calls.tsx";
import {
  AuditDetails,
  AuditFilter,
  AuditSubject,
  auditFilterNames,
  auditQuery,
} from "../audit/audit-parts.tsx";
import { dayRange } from "../filters/filter-fields.tsx";
import { DeskTime, deskMeta, useDeskZone } from "../layout/desk-parts.tsx";
import { DataTable, useAddressFilter } from "../table/data-table.tsx";

export const meta = () => deskMeta("Audit");

/** The audit log, which can be searched and exported. */
export default function AuditPage() {
  const timeZone = useDeskZone();
  const { values, set } = useAddressFilter(auditFilterNames);
  const filter: AuditQuery = {
    action: values.action,
    ...auditQuery(values),
    ...dayRange(values.from, values.day, timeZone),
  };
  const lines = useInfiniteQuery(pageOptionsFor(listAudit, filter));
  const operatorDownload = useOperatorDownload();
  const save = useMutation({ mutationFn: () => operatorDownload(exportAudit, "audit.csv", {}, filter) });

  return (
    <>
      <PageHeader
        title="Audit"
        detail="Everything that people, operators and the system did, newest first, with the names of that time. Nobody can change it."
        aside={<DownloadButton save={save} />}
      />
      <DownloadProblem save={save} className="mb-4" />
      <AuditFilter values={values} onChange={set} />
      <DataTable
        caption="Audit log"
        query={lines}
        rowId={({ _id }) => _id}
        itemsLabel="lines"
        empty={{ title: "No matching lines", detail: "Change the filters to see more." }}
        columns={[
          {
            header: "Time",
            cell: ({ at }) => (
              <span className="whitespace-nowrap">
                <DeskTime at={at} />
              </span>
            ),
          },
          { header: "Done by", cell: (line) => <Actor line={line} /> },
          { header: "Action", isHeading: true, cell: ({ action }) => <Action action={action} /> },
          {
            header: "About",
            cell: ({ subject, subjectName }) => <AuditSubject subject={subject} name={subjectName} />,
          },
          { header: "Details", cell: ({ details }) => <AuditDetails details={details} /> },
        ]}
      />
    </>
  );
}

function Action({ action }: { action: string }) {
  return (
    <span className="block">
      <span className="max-sm:font-semibold">{auditActionText(action)}</span>
      <code className="block text-sm text-ink-3">{action}</code>
    </span>
  );
}

function Actor({ line: { actor, actorId } }: { line: AuditLine }) {
  if (actorId === null) return <span className="first-letter:uppercase">{actor}</span>;
  return (
    <Link to={paths.operatorPerson(actorId)} className="link">
      <BreakableAddress>{actor}</BreakableAddress>
    </Link>
  );
}
