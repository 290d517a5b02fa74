import {
  type BookingStatus,
  type InterviewerBooking,
  maxSearchLength,
} from "@greenroom/contract/schedule/bookings.ts";
import { Star } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { type BookingFilter, isFiltering, noBookingFilter } from "../../schedule/bookings/booking-filter.ts";
import { bookingStatusLabels } from "../../schedule/bookings/booking-status.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { Field, Options, Select, TextInput } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";

/** So few bookings are found without filters, which on a phone would take half of the screen. */
export const fewBookings = 5;

interface BookingFiltersProps {
  filter: BookingFilter;
  /** The label of the search field: "Search by interviewer". */
  searchLabel: string;
  statuses: readonly BookingStatus[];
  onChange: (filter: BookingFilter) => void;
}

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
              <Options values={statuses} text={(status) => bookingStatusLabels[status].label} />
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

const typingPauseMilliseconds = 300;

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A field that searches when typing pauses. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed), typingPauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <Field label={label}>
      {(control) => (
        <TextInput
          {...control}
          type="search"
          value={typed}
          maxLength={maxSearchLength}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Shown instead of a list that has no entry for the filter. `itemsLabel`: the name of its entries, "sessions". */
export function NoMatch({ itemsLabel }: { itemsLabel: string }) {
  return (
    <Card padded={false}>
      <div role="status">
        <EmptyState
          headingLevel={2}
          title={`No ${itemsLabel} match`}
          detail="Try another name, status or range of days, or clear the filters."
        />
      </div>
    </Card>
  );
}

interface IntervieweeRatingProps {
  feedback: InterviewerBooking["intervieweeFeedback"];
  /** True when the interviewee reads it. */
  isOwn?: boolean;
}

/** The interviewee's rating of an interview, out of 5, and their summary. */
export function IntervieweeRating({ feedback: rating, isOwn = false }: IntervieweeRatingProps) {
  if (rating === null) return <p className="text-sm text-ink-3">Interviewee feedback pending</p>;
  return (
    <div className="grid gap-1.5 border-t border-line pt-3">
      <p className="flex items-center gap-2 text-sm font-semibold tabular">
        <span aria-hidden="true" className="flex gap-0.5 text-accent">
          {[1, 2, 3, 4, 5].map((step) => (
            <Star
              key={step}
              className={`size-4 ${step <= rating.interviewScore ? "fill-current text-amber" : "text-edge"}`}
            />
          ))}
        </span>
        {isOwn ? "Your" : "Their"} rating: {rating.interviewScore} / 5
      </p>
      <p className="max-w-prose whitespace-pre-line text-ink-2">{rating.overallSummary}</p>
    </div>
  );
}
