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

/** So long after the last keystroke, a text filter applies. */
const typingPauseMilliseconds = 400;
/** Fewer letters match nearly everybody, and no index finds them; Enter searches for them all the same. */
const fewestTyped = 3;

/** A text filter. It applies while typing, and at once when it is left or Enter is pressed. */
export function FilterText({ label, hint, value = "", onChange }: FilterProps) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A value that the address got elsewhere is shown, but never over what is being typed.
  useEffect(() => {
    if (field.current !== null && timer.current === undefined) field.current.value = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  function apply() {
    clearTimeout(timer.current);
    timer.current = undefined;
    const text = field.current?.value.trim() ?? "";
    if (text !== value) onChange(text);
  }
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          ref={field}
          type="search"
          defaultValue={value}
          maxLength={100}
          onInput={({ currentTarget }) => {
            clearTimeout(timer.current);
            timer.current = undefined;
            const { length } = currentTarget.value.trim();
            if (length === 0 || length >= fewestTyped)
              timer.current = setTimeout(apply, typingPauseMilliseconds);
          }}
          onBlur={apply}
          onKeyDown={({ key }) => {
            if (key === "Enter") apply();
          }}
        />
      )}
    </Field>
  );
}

interface FilterSelectProps extends FilterProps {
  /** The label of the option without a filter: "Every state". */
  all: string;
  /** Their labels, by their values. */
  options: Readonly<Record<string, string>>;
}

export function FilterSelect({ label, hint, value = "", onChange, all, options }: FilterSelectProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select {...control} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          <option value="">{all}</option>
          {Object.entries(options).map(([option, text]) => (
            <option key={option} value={option}>
              {text}
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
  return <FilterText label="Person" hint="Part of a name or address" {...props} />;
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
