import { maxActionRows } from "@greenroom/contract/desk/actions.ts";
import {
  type DeskBooking,
  listDeskBookings,
  listDeskBookingsCsv,
} from "@greenroom/contract/desk/bookings.ts";
import { bookingStatuses } from "@greenroom/contract/schedule/bookings.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { pageOptionsFor } from "../../../api/query-client.tsx";
import { LoadMore } from "../../../app/query-content.tsx";
import { dayKey } from "../../../format/times.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { PageHeader, SegmentedControl } from "../../../ui/content.tsx";
import { OperatorQueryContent } from "../../access/operator-calls.tsx";
import { type Result, ResultNotice } from "../../actions/result-notice.tsx";
import { BookingPill, deskBookingStatusLabels } from "../../bookings/booking-parts.tsx";
import { CancelDay, CancelDialog } from "../../bookings/cancel-dialog.tsx";
import { ClosedDays, Disputes } from "../../bookings/closed-days.tsx";
import { DayView, isDay, mondayOf, NextBookedDay, shiftDay, WeekView } from "../../bookings/week-view.tsx";
import { dayRange, FilterBar, FilterDay, FilterPerson, FilterSelect } from "../../filters/filter-fields.tsx";
import { DeskTime, deskMeta, PersonCell, useDeskZone } from "../../layout/desk-parts.tsx";
import { DataTable, SelectionEnd, useAddressFilter } from "../../table/data-table.tsx";

export const meta = () => deskMeta("Bookings");

const filterNames = ["view", "person", "status", "meeting", "day"] as const;
const views = [
  { value: "table", label: "Table" },
  { value: "day", label: "Day" },
  { value: "week", label: "Week" },
  { value: "disputes", label: "Disputes" },
] as const;
type View = (typeof views)[number]["value"];

/** Bookings: all of them as a table, a day or a week of them, or those with a dispute. */
export default function BookingsPage() {
  const timeZone = useDeskZone();
  const { values, set } = useAddressFilter(filterNames);
  const view = views.find(({ value }) => value === values.view)?.value ?? "table";
  return (
    <>
      <PageHeader
        title="Bookings"
        aside={
          <SegmentedControl<View>
            label="View"
            options={views}
            value={view}
            onChange={(next) => set({ view: next === "table" ? null : next })}
          />
        }
      />
      {view === "disputes" ? (
        <Disputes />
      ) : view === "week" ? (
        <Week values={values} set={set} timeZone={timeZone} />
      ) : (
        <BookingList view={view} values={values} set={set} timeZone={timeZone} />
      )}
    </>
  );
}

type Filters = Pick<ReturnType<typeof useAddressFilter<(typeof filterNames)[number]>>, "values" | "set">;

interface CommonFiltersProps extends Pick<Filters, "set"> {
  day: string | undefined;
  person: string | undefined;
  status: string | undefined;
}

/** The filters of every view: day, person and state. */
function CommonFilters({ day, person, status, set }: CommonFiltersProps) {
  return (
    <>
      <FilterDay label="Day" value={day} onChange={(next) => set({ day: next })} />
      <FilterPerson value={person} onChange={(next) => set({ person: next })} />
      <FilterSelect
        label="State"
        all="Every state"
        options={deskBookingStatusLabels}
        value={status}
        onChange={(next) => set({ status: next })}
      />
    </>
  );
}

function Week({ values, set, timeZone }: Filters & { timeZone: string }) {
  const { person } = values;
  const day = isDay(values.day) ? values.day : dayKey(new Date(), timeZone);
  const status = bookingStatuses.find((known) => known === values.status);
  const [result, setResult] = useState<Result | null>(null);
  const firstDay = mondayOf(day);
  const range = dayRange(firstDay, shiftDay(firstDay, 6), timeZone);
  const dayPath = (of: string) => {
    const filters = { view: "day", day: of, ...(person && { person }), ...(status && { status }) };
    return `${paths.operatorBookings}?${new URLSearchParams(filters)}`;
  };
  return (
    <>
      <ResultNotice result={result} onResult={setResult} />
      <FilterBar label="Filter bookings" isUsed={person !== undefined || status !== undefined}>
        <CommonFilters {...{ day, person, set }} status={values.status} />
      </FilterBar>
      <WeekView {...{ day, person, status, timeZone, dayPath }} onDay={(next) => set({ day: next })}>
        <ClosedDays
          key={`${firstDay} ${person}`}
          title="Closed by us in this week"
          person={person}
          {...range}
          onDone={setResult}
        />
      </WeekView>
    </>
  );
}

interface BookingListProps extends Filters {
  view: "table" | "day";
  timeZone: string;
}

function BookingList({ view, values, set, timeZone }: BookingListProps) {
  const { person, status, meeting } = values;
  const known = isDay(values.day) ? values.day : undefined;
  const day = known ?? (view === "day" ? dayKey(new Date(), timeZone) : undefined);
  const range = dayRange(day, day, timeZone);
  const filter = { person, status, meeting, ...range, order: day === undefined ? undefined : "earliest" };
  const bookings = useInfiniteQuery(pageOptionsFor(listDeskBookings, filter));
  const [canceling, setCanceling] = useState<{ rows: readonly DeskBooking[]; clear: () => void } | null>(
    null,
  );
  const [result, setResult] = useState<(Result & { outcomes?: readonly Outcome[] | undefined }) | null>(null);
  const shown = bookings.data?.pages.flatMap(({ output }) => output) ?? [];
  return (
    <>
      <ResultNotice result={result} onResult={setResult} />
      {(result?.outcomes ?? []).length > 1 && <Outcomes outcomes={result?.outcomes ?? []} />}
      <FilterBar label="Filter bookings">
        <CommonFilters {...{ day, person, status, set }} />
        <FilterSelect
          label="Meeting"
          all="Every meeting"
          options={{ none: "Not made yet", room: "Our own room", zoom: "Zoom" }}
          value={meeting}
          onChange={(next) => set({ meeting: next })}
        />
      </FilterBar>
      {day !== undefined && (
        <CancelDay
          key={`${day} ${person}`}
          upcoming={shown.filter((booking) => booking.status === "pending")}
          hasPerson={person !== undefined}
          hasMore={bookings.hasNextPage}
          onCancel={(rows) => setCanceling({ rows, clear: () => undefined })}
        />
      )}
      {view === "day" ? (
        <>
          <OperatorQueryContent query={bookings} loadingLabel="Loading bookings…">
            {() => (
              <>
                <ClosedDays
                  key={`${day} ${person}`}
                  title="Closed by us on this day"
                  person={person}
                  {...range}
                  onDone={setResult}
                />
                <DayView
                  bookings={shown}
                  timeZone={timeZone}
                  empty={
                    person === undefined || day === undefined
                      ? undefined
                      : {
                          detail: "Choose the day to cancel, or fewer filters.",
                          action: (
                            <NextBookedDay
                              {...{ day, person, timeZone }}
                              onDay={(next) => set({ day: next })}
                            />
                          ),
                        }
                  }
                />
              </>
            )}
          </OperatorQueryContent>
          <LoadMore query={bookings} noun="bookings" />
        </>
      ) : (
        <DataTable
          caption="Bookings"
          query={bookings}
          rowId={({ _id }) => _id}
          rowLabel={({ interviewee, interviewer }) => `${interviewee.name} with ${interviewer.name}`}
          itemsLabel="bookings"
          csv={{ endpoint: listDeskBookingsCsv, query: filter }}
          empty={{ title: "No bookings", detail: "Change the filters to see more." }}
          selectionActions={(rows, clear) => (
            <>
              <Button
                size="sm"
                variant="danger"
                disabled={rows.length > maxActionRows || rows.some((row) => row.status !== "pending")}
                onClick={() => setCanceling({ rows, clear })}
              >
                Cancel them
              </Button>
              {rows.some((row) => row.status !== "pending") && (
                <span className="text-sm text-ink-2">Only upcoming interviews can be canceled.</span>
              )}
              <SelectionEnd count={rows.length} max={maxActionRows} onClear={clear} />
            </>
          )}
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
      )}
      {canceling !== null && (
        <CancelDialog
          bookings={canceling.rows}
          onDone={(done) => {
            setResult(done);
            canceling.clear();
          }}
          onClose={() => setCanceling(null)}
        />
      )}
    </>
  );
}

type Outcome = { _id: string; label: string; text: string };

function Outcomes({ outcomes }: { outcomes: readonly Outcome[] }) {
  return (
    <ul className="mb-4 grid gap-1 rounded-md border border-line bg-card px-4 py-3 text-sm">
      {outcomes.map(({ _id, label, text }) => (
        <li key={_id}>
          <Link to={paths.operatorBooking(_id)} className="link">
            {label}
          </Link>
          : {text}
        </li>
      ))}
    </ul>
  );
}
