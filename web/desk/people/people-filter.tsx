import { Button } from "../../ui/button.tsx";
import { Field, Select, TextInput } from "../../ui/fields.tsx";
import { useShownValue } from "../filters/filter-fields.tsx";
import { FilterFold } from "../filters/filter-fold.tsx";

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
