import { listDisputes } from "@greenroom/contract/desk/bookings/bookings.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { pageOptionsFor } from "../../api/query-client.tsx";
import { formatDateTime } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { PersonCell } from "../filters/person-cell.tsx";
import { DataTable } from "../table/data-table.tsx";

/** No-show reports that the room's record contradicts: each waits for an operator. */
export function Disputes({ timeZone }: { timeZone: string }) {
  const disputes = useInfiniteQuery(pageOptionsFor(listDisputes));
  return (
    <DataTable
      caption="No-show reports waiting for a decision"
      query={disputes}
      rowId={({ _id, reportedBy }) => `${_id} ${reportedBy}`}
      itemsLabel="disputes"
      empty={{
        title: "No disputes are waiting",
        detail: "A no-show report that the room's record contradicts appears here.",
      }}
      columns={[
        {
          id: "reported",
          header: "Reported",
          cell: ({ reportedAt, reportedBy }) => (
            <>
              {formatDateTime(new Date(reportedAt), timeZone)}
              <span className="block text-sm text-ink-3">by the {reportedBy}</span>
            </>
          ),
        },
        {
          id: "interviewee",
          header: "Interviewee",
          isHeading: true,
          cell: ({ interviewee }) => <PersonCell person={interviewee} />,
        },
        {
          id: "interviewer",
          header: "Interviewer",
          cell: ({ interviewer }) => <PersonCell person={interviewer} />,
        },
        {
          id: "next",
          header: "Next step",
          cell: ({ _id }) => (
            <Link to={paths.operatorBooking(_id)} className={buttonClass({ size: "sm", variant: "primary" })}>
              Compare and decide
            </Link>
          ),
        },
      ]}
    />
  );
}
