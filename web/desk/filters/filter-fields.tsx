import { type ReactNode, useEffect, useRef } from "react";
import { dayAfter, startOfDay } from "../../format/local-time.ts";
import { Field, Select, TextInput } from "../../ui/fields.tsx";
import { FilterFold } from "./filter-fold.tsx";

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
