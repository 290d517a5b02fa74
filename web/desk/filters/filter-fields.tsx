import clsx from "clsx";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { dayAfter, startOfDay } from "../../format/local-time.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Select, TextInput } from "../../ui/fields.tsx";

/** A filter of a list, kept in the address under its name: a reload, a link and the back button keep it. */
export interface ListFilter {
  name: string;
  label: string;
  hint?: string;
  type?: "text" | "day";
  /** The label of a choice's option without a filter: "Every state". */
  all?: string;
  /** The labels of a choice by their values. */
  choices?: Readonly<Record<string, string>>;
  /** What applies while nothing is set. */
  value?: string;
}

/** The filter of every list that is about people. */
export const personFilter: ListFilter = {
  name: "person",
  label: "Person",
  hint: "Part of a name or address",
};
/** The first and the last day of what a list shows. */
export const periodFilters: readonly ListFilter[] = [
  { name: "from", label: "From", type: "day" },
  { name: "to", label: "To", type: "day" },
];

interface FiltersProps {
  /** What is filtered: "payments". */
  noun: string;
  filters: readonly ListFilter[];
}

/** The filters of a list, side by side where there is room. A phone shows them on request, or if one is set. */
export function Filters({ noun, filters }: FiltersProps) {
  const { values, set } = useAddressFilter();
  const [isOpen, setOpen] = useState(filters.some(({ name }) => values[name] !== undefined));
  return (
    <form
      aria-label={`Filter ${noun}`}
      className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4 xl:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]"
      onSubmit={(event) => event.preventDefault()}
    >
      <Button
        size="sm"
        variant="quiet"
        aria-expanded={isOpen}
        className="justify-self-start sm:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "Hide filters" : "Filters"}
      </Button>
      <div className={clsx("contents", !isOpen && "max-sm:hidden")}>
        {filters.map(({ name, type = "text", value, ...filter }) => {
          const shared = {
            ...filter,
            value: values[name] ?? value,
            onChange: (next: string) => set({ [name]: next }),
          };
          if (filter.choices !== undefined) return <FilterChoice key={name} {...shared} />;
          return type === "day" ? (
            <FilterDay key={name} {...shared} />
          ) : (
            <FilterText key={name} {...shared} />
          );
        })}
      </div>
    </form>
  );
}

/**
 * What the address has after its question mark. An empty value removes a part.
 */
export function useAddressFilter() {
  const [search, setSearch] = useSearchParams();
  const values: Partial<Record<string, string>> = Object.fromEntries(
    [...search].filter(([, value]) => value !== ""),
  );
  function set(changes: Readonly<Record<string, string | null>>) {
    setSearch(
      (previous) => {
        const next = new URLSearchParams(previous);
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === "") next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }
  return { values, set };
}

interface FilterProps extends Omit<ListFilter, "name" | "type" | "value"> {
  value?: string | undefined;
  onChange: (value: string) => void;
}

/** So long after the last keystroke, a text filter applies. */
const typingPauseMilliseconds = 400;
/** Fewer letters match nearly everybody, and no index finds them; Enter searches for them all the same. */
const fewestTyped = 3;
const tooFewHint = `Type ${fewestTyped} letters or press Enter`;

/** A text filter. It applies while typing, and at once when it is left or Enter is pressed. */
function FilterText({ label, hint, value = "", onChange }: FilterProps) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [hasTooFew, setTooFew] = useState(false);
  const showValue = useEffectEvent(() => {
    if (field.current !== null && timer.current === undefined && !hasTooFew) field.current.value = value;
  });
  // A value that the address got elsewhere is shown, but never over what is being typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value
  useEffect(() => showValue(), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  function apply(text = field.current?.value.trim() ?? "") {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (text !== value) onChange(text);
  }
  function applyTyped() {
    setTooFew(false);
    apply();
  }
  return (
    <Field label={label} hint={hasTooFew ? tooFewHint : hint}>
      {(control) => (
        <TextInput
          {...control}
          ref={field}
          type="search"
          defaultValue={value}
          maxLength={100}
          onInput={({ currentTarget }) => {
            clearTimeout(timer.current);
            const text = currentTarget.value.trim();
            const isTooFew = text.length > 0 && text.length < fewestTyped;
            setTooFew(isTooFew);
            // The rows of an earlier text would look like those of this one.
            timer.current = setTimeout(() => apply(isTooFew ? "" : text), typingPauseMilliseconds);
          }}
          onBlur={applyTyped}
          onKeyDown={({ key }) => {
            if (key === "Enter") applyTyped();
          }}
        />
      )}
    </Field>
  );
}

export function FilterChoice({ label, hint, value = "", onChange, all, choices = {} }: FilterProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <Select {...control} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {all !== undefined && <option value="">{all}</option>}
          {Object.entries(choices).map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** A day, as `2026-11-20`. */
function FilterDay({ label, hint, value = "", onChange }: FilterProps) {
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

/**
 * The instants from the start of one day to the end of another, in a zone, as a list's query expects them.
 */
export function dayRange(fromDay: string | undefined, toDay: string | undefined, timeZone: string) {
  return {
    from: fromDay === undefined ? undefined : startOfDay(fromDay, timeZone).toISOString(),
    to: toDay === undefined ? undefined : startOfDay(dayAfter(toDay), timeZone).toISOString(),
  };
}
