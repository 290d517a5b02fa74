import clsx from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { dayAfter, startOfDay } from "../../format/local-time.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Select, TextInput } from "../../ui/fields.tsx";

interface FilterBarProps {
  label: string;
  /** As of `FilterFold`. */
  isUsed?: boolean;
  children: ReactNode;
}

/** The filters of a list, side by side where there is room. */
export function FilterBar({ label, children, ...fold }: FilterBarProps) {
  return (
    <form
      aria-label={label}
      className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4 xl:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]"
      onSubmit={(event) => event.preventDefault()}
    >
      <FilterFold {...fold}>{children}</FilterFold>
    </form>
  );
}

interface FilterProps {
  label: string;
  hint?: string;
  value: string | undefined;
  onChange: (value: string) => void;
}

/** A text filter. It applies when it is left or Enter is pressed. */
export function FilterText({ label, hint, value = "", onChange }: FilterProps) {
  const input = useShownValue(value);
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          ref={input}
          type="search"
          defaultValue={value}
          maxLength={100}
          onBlur={({ currentTarget }) => onChange(currentTarget.value.trim())}
          onKeyDown={(event) => {
            if (event.key === "Enter") onChange(event.currentTarget.value.trim());
          }}
        />
      )}
    </Field>
  );
}

interface FilterSelectProps extends FilterProps {
  /** The label of the option without a filter: "Every state". */
  all: string;
  options: readonly { value: string; label: string }[];
}

export function FilterSelect({ label, hint, value = "", onChange, all, options }: FilterSelectProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select {...control} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          <option value="">{all}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** A day, as `2026-11-20`. */
export function FilterDay({ label, hint, value = "", onChange }: FilterProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          type="date"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** The filter of every list that is about people. */
export function FilterPerson(props: Pick<FilterProps, "value" | "onChange">) {
  return <FilterText label="Person" hint="The beginning of a name or address" {...props} />;
}

/**
 * For a text field that applies later: shows a new value of the address in it. The field stays the same element, so
 * that it keeps the focus when Enter applies it.
 */
export function useShownValue(value: string) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current !== null) field.current.value = value;
  }, [value]);
  return field;
}

/**
 * The instants from the start of one day to the end of another, in a zone, as a list's query expects them.
 */
export function dayRange(fromDay: string | undefined, toDay: string | undefined, timeZone: string) {
  return {
    from: fromDay === undefined ? undefined : startOfDay(fromDay, timeZone).toISOString(),
    to: toDay === undefined ? undefined : startOfDay(dayAfter(toDay), timeZone).toISOString(),
  };
}

interface FilterFoldProps {
  /** Whether one of these filters is set; left out if every part of the address is one of them. */
  isUsed?: boolean;
  children: ReactNode;
}

/**
 * Filters. A phone shows them on request, or if the address already contains some. Wider screens always show
 * them.
 */
export function FilterFold({ isUsed, children }: FilterFoldProps) {
  const { search } = useLocation();
  const [isOpen, setOpen] = useState(isUsed ?? search !== "");
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        aria-expanded={isOpen}
        className="justify-self-start sm:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "Hide filters" : "Filters"}
      </Button>
      <div className={clsx("contents", !isOpen && "max-sm:hidden")}>{children}</div>
    </>
  );
}

export const peopleFilterNames = ["q", "role", "state", "sort"] as const;
type Values = Partial<Record<(typeof peopleFilterNames)[number], string>>;

interface PeopleFilterProps {
  values: Values;
  onChange: (changes: Partial<Record<keyof Values, string | null>>) => void;
}

/** The search of people. The text is searched for with Enter or the button, because every search is audited. */
export function PeopleFilter({ values, onChange }: PeopleFilterProps) {
  const field = useShownValue(values.q ?? "");
  return (
    <form
      aria-label="Search people"
      className="mb-4 grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_1fr_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        const text = new FormData(event.currentTarget).get("q");
        onChange({ q: typeof text === "string" ? text.trim() : null });
      }}
    >
      <Field label="Name, address, mobile number, or the id of a payment or booking">
        {(control) => (
          <TextInput
            {...control}
            ref={field}
            name="q"
            type="search"
            maxLength={200}
            defaultValue={values.q ?? ""}
          />
        )}
      </Field>
      {/* A search alone leaves them closed, so that a phone shows what was found. */}
      <FilterFold isUsed={values.role !== undefined || values.state !== undefined}>
        <Field label="Role">
          {(control) => (
            <Select
              {...control}
              value={values.role ?? ""}
              onChange={({ currentTarget }) => onChange({ role: currentTarget.value })}
            >
              <option value="">Every role</option>
              <option value="interviewee">Interviewees</option>
              <option value="interviewer">Interviewers</option>
            </Select>
          )}
        </Field>
        <Field label="Only">
          {(control) => (
            <Select
              {...control}
              value={values.state ?? ""}
              onChange={({ currentTarget }) => onChange({ state: currentTarget.value })}
            >
              <option value="">Everybody</option>
              <option value="blocked">Blocked people</option>
              <option value="operator">Operators</option>
            </Select>
          )}
        </Field>
      </FilterFold>
      <Button type="submit" variant="quiet">
        Search
      </Button>
    </form>
  );
}
