import { maxActionRows } from "@greenroom/contract/desk/actions.ts";
import { type DeskBooking, listDeskBookings } from "@greenroom/contract/desk/bookings.ts";
import { bookingStatuses } from "@greenroom/contract/schedule/bookings.ts";
import { Link } from "react-router";
import { dayKey } from "../../../format/times.ts";
import { paths } from "../../../paths.ts";
import { PageHeader, SegmentedControl } from "../../../ui/content.tsx";
import { BookingPill, CancelButton, deskBookingStatusLabels } from "../../bookings/booking-parts.tsx";
import { ClosedDays } from "../../bookings/closed-days.tsx";
import { isDay, mondayOf, shiftDay, WeekView } from "../../bookings/week-view.tsx";
import {
  dayRange,
  Filters,
  type ListFilter,
  personFilter,
  useAddressFilter,
} from "../../filters/filter-fields.tsx";
import { DeskTime, deskMeta, PersonCell, useDeskZone } from "../../layout/desk-parts.tsx";
import { DeskList } from "../../table/data-table.tsx";

export const meta = () => deskMeta("Bookings");

const dayFilter: ListFilter = { name: "day", label: "Day", type: "day" };
const stateFilter: ListFilter = {
  name: "status",
  label: "State",
  all: "Every state",
  choices: deskBookingStatusLabels,
};
const weekFilters = [dayFilter, personFilter, stateFilter];
const tableFilters: readonly ListFilter[] = [
  dayFilter,
  personFilter,
  { ...stateFilter, choices: { ...deskBookingStatusLabels, disputed: "Disputed" } },
  {
    name: "meeting",
    label: "Meeting",
    all: "Every meeting",
    choices: { none: "Not made yet", room: "Our own room", zoom: "Zoom" },
  },
];

/** Bookings as a table, or the week's calendar. */
export default function BookingsPage() {
  const { values, set } = useAddressFilter();
  const view = values.view === "week" ? "week" : "table";
  return (
    <>
      <PageHeader
        title="Bookings"
        aside={
          <SegmentedControl<"table" | "week">
            label="View"
            options={[
              { value: "table", label: "Table" },
              { value: "week", label: "Week" },
            ]}
            value={view}
            onChange={(next) => set({ view: next === "table" ? null : next })}
          />
        }
      />
      {view === "week" ? <Week /> : <BookingList />}
    </>
  );
}

function Week() {
  const timeZone = useDeskZone();
  const { values, set } = useAddressFilter();
  const { person } = values;
  const day = isDay(values.day) ? values.day : dayKey(new Date(), timeZone);
  const status = bookingStatuses.find((known) => known === values.status);
  const firstDay = mondayOf(day);
  const dayPath = (of: string) => {
    const filters = { day: of, ...(person && { person }), ...(status && { status }) };
    return `${paths.operatorBookings}?${new URLSearchParams(filters)}`;
  };
  return (
    <>
      <Filters noun="bookings" filters={weekFilters} />
      <WeekView {...{ day, person, status, timeZone, dayPath }} onDay={(next) => set({ day: next })}>
        <ClosedDays
          key={`${firstDay} ${person}`}
          title="Closed by us in this week"
          person={person}
          {...dayRange(firstDay, shiftDay(firstDay, 6), timeZone)}
        />
      </WeekView>
    </>
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

function BookingList() {
  const timeZone = useDeskZone();
  const { day, person } = useAddressFilter().values;
  return (
    <>
      {isDay(day) && (
        <ClosedDays
          key={`${day} ${person}`}
          title="Closed by us on this day"
          person={person}
          {...dayRange(day, day, timeZone)}
        />
      )}
      <DeskList
        list={listDeskBookings}
        caption="Bookings"
        noun="bookings"
        filters={tableFilters}
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
