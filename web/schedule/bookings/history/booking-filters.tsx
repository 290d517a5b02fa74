import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";
import { useCallback, useEffect, useRef } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { Select } from "../../../ui/fields/select.tsx";
import { TextInput } from "../../../ui/fields/text-input.tsx";
import { bookingStatusLabels } from "../booking-status-pill.tsx";
import { type BookingFilter, isFiltering, noBookingFilter } from "./booking-filter.ts";
import { SearchField } from "./search-field.tsx";

interface BookingFiltersProps {
  filter: BookingFilter;
  /** The label of the search field: "Search by interviewer". */
  searchLabel: string;
  statuses: readonly BookingStatus[];
  onChange: (filter: BookingFilter) => void;
}

/** Filters a list of bookings by name, status and days. */
export function BookingFilters({ filter, searchLabel, statuses, onChange }: BookingFiltersProps) {
  // The search waits for a pause in typing, when another field may have changed already.
  const latest = useRef(filter);
  useEffect(() => {
    latest.current = filter;
  }, [filter]);
  const change = useCallback(
    (changed: Partial<BookingFilter>) => onChange({ ...latest.current, ...changed }),
    [onChange],
  );
  const changeSearch = useCallback((search: string) => change({ search }), [change]);
  return (
    <search className="mb-5 grid grid-cols-2 items-end gap-3 md:grid-cols-[minmax(0,2fr)_minmax(0,1.3fr)_auto_auto]">
      <div className="col-span-2 md:col-span-1">
        <SearchField label={searchLabel} value={filter.search} onChange={changeSearch} />
      </div>
      <div className="col-span-2 md:col-span-1">
        <Field label="Status">
          {(control) => (
            <Select
              {...control}
              value={filter.status ?? ""}
              onChange={({ target }) =>
                change({ status: statuses.find((status) => status === target.value) ?? null })
              }
            >
              <option value="">Any status</option>
              {statuses.map((status) => (
                <option key={status} value={status}>
                  {bookingStatusLabels[status].label}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <DayField label="From" value={filter.from} onChange={(from) => change({ from })} />
      <DayField label="Until" value={filter.until} onChange={(until) => change({ until })} />
      {isFiltering(filter) && (
        <div className="col-span-2 md:col-span-4">
          <Button variant="quiet" size="sm" onClick={() => onChange(noBookingFilter)}>
            Clear filters
          </Button>
        </div>
      )}
    </search>
  );
}

interface DayFieldProps {
  label: string;
  value: string | null;
  onChange: (day: string | null) => void;
}

function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          type="date"
          min="2000-01-02"
          max="2199-12-29"
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
        />
      )}
    </Field>
  );
}
