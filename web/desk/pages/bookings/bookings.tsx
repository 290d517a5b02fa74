import { maxActionRows } from "@greenroom/contract/desk/actions.ts";
import type { DeskBooking } from "@greenroom/contract/desk/bookings.ts";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { PageHeader } from "../../../ui/content.tsx";
import { BookingPill, CancelButton, deskBookingStatusLabels } from "../../bookings/booking-parts.tsx";
import { ClosedDays } from "../../bookings/closed-days.tsx";
import { dayRange, type ListFilter, personFilter, useAddressFilter } from "../../filters/filter-fields.tsx";
import { DeskTime, deskMeta, PersonCell, useDeskZone } from "../../layout/desk-parts.tsx";
import { DeskList } from "../../table/data-table.tsx";

export const meta = () => deskMeta("Bookings");

const filters: readonly ListFilter[] = [
  { name: "day", label: "Day", type: "day" },
  personFilter,
  {
    name: "status",
    label: "State",
    all: "Every state",
    choices: { ...deskBookingStatusLabels, disputed: "Disputed" },
  },
  {
    name: "meeting",
    label: "Meeting",
    all: "Every meeting",
    choices: { none: "Not made yet", room: "Our own room", zoom: "Zoom" },
  },
];

/** Whether a text of the address is a day. */
function isDay(text: string | undefined): text is string {
  return (
    text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
  );
}

/** A day begins with its earliest booking, and a list without a day with the latest of all. */
function toQuery({ day, status, ...filter }: Partial<Record<string, string>>) {
  return {
    ...filter,
    ...(status === "disputed" ? { disputed: "true" } : { status }),
    ...(isDay(day) && { from: day, to: day, order: "earliest" }),
  };
}

export default function BookingsPage() {
  const timeZone = useDeskZone();
  const { day, person } = useAddressFilter().values;
  return (
    <>
      <PageHeader title="Bookings" />
      {isDay(day) && (
        <ClosedDays
          key={`${day} ${person}`}
          title="Closed by us on this day"
          person={person}
          {...dayRange(day, day, timeZone)}
        />
      )}
      <DeskList
        list={"GET /api/operator/bookings"}
        caption="Bookings"
        noun="bookings"
        filters={filters}
        toQuery={toQuery}
        empty={{ title: "No bookings", detail: "Choose another day, or fewer filters." }}
        selection={{
          label: ({ interviewee, interviewer }: DeskBooking) =>
            `${interviewee.name} with ${interviewer.name}`,
          canSelect: ({ status }) => status === "pending",
          actions: (rows, clear) => (
            <CancelButton bookings={rows} button={{ disabled: rows.length > maxActionRows }} onDone={clear}>
              Cancel {rows.length === 1 ? "it" : "them"}
            </CancelButton>
          ),
        }}
        columns={[
          {
            header: "Start",
            cell: ({ _id, startTime }) => (
              <Link to={paths.operatorBooking(_id)} className="link whitespace-nowrap">
                <DeskTime at={startTime} />
              </Link>
            ),
          },
          {
            header: "Interviewee",
            isHeading: true,
            cell: ({ interviewee }) => <PersonCell person={interviewee} />,
          },
          { header: "Interviewer", cell: ({ interviewer }) => <PersonCell person={interviewer} /> },
          { header: "State", cell: (booking) => <BookingPill {...booking} /> },
          {
            header: "Meeting",
            cell: ({ meeting: provider }) =>
              provider === "room" ? "Our room" : (provider ?? "Not made yet"),
          },
        ]}
      />
    </>
  );
}
