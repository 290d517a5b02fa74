import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { searchTimeZones, type TimeZoneChoice, timeZoneChoices } from "../format/time-zones.ts";
import { Field, TextInput } from "../ui/fields.tsx";
import { SelectField } from "./fields.tsx";

interface TimeZoneFieldProps {
  name: string;
  label: string;
  hint?: string;
  /** The zone of the person or record, which is listed first. */
  own: string;
}

/** A time zone from a list that can be searched by city, country or short name; common zones come first. */
export function TimeZoneField({ name, label, hint, own }: TimeZoneFieldProps) {
  const [timeZones] = useState(() => timeZoneChoices(own, new Date()));
  const [isPrepared, setPrepared] = useState(false);
  const [typed, setTyped] = useState("");
  const { getValues, setValue } = useFormContext();
  const zone: string = useWatch({ name });
  useEffect(() => {
    const closed = new AbortController();
    timeZones.prepare(closed.signal).then(() => setPrepared(!closed.signal.aborted));
    return () => closed.abort();
  }, [timeZones]);
  // Until the others are prepared, the list has the usual zones only, and a search waits.
  const isShort = !isPrepared && timeZones.usual.some((choice) => choice.zone === zone);
  const choices = isShort ? timeZones.usual : timeZones.all();
  const found = isShort ? choices : searchTimeZones(choices, typed, new Date());
  useEffect(() => {
    if (!isPrepared || typed.trim() === "") return;
    const matches = searchTimeZones(timeZones.all(), typed, new Date());
    const chosen: unknown = getValues(name);
    // The list shows the selected zone, so the first match is selected when the earlier selection is not a
    // match.
    if (matches[0] && !matches.some((match) => match.zone === chosen)) {
      setValue(name, matches[0].zone, { shouldDirty: true });
    }
  }, [timeZones, isPrepared, typed, name, getValues, setValue]);
  const listHint = () => {
    if (isShort) return typed.trim() === "" ? undefined : "Loading the other zones…";
    return found.length === 0 ? "No zone has this name. Try a large city nearby." : undefined;
  };
  return (
    <div className="grid gap-3">
      <Field label="Find a city or country" optional>
        {(control) => (
          <TextInput
            {...control}
            type="search"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      {/* Controlled: a browser selects the first option when a search replaces the list. */}
      <SelectField name={name} label={label} hint={listHint() ?? hint} value={zone}>
        {isShort || typed.trim() === "" || found.length === 0 ? (
          <>
            <optgroup label="Common zones">{options(choices.filter(({ isUsual }) => isUsual))}</optgroup>
            <optgroup label="All other zones">
              {isShort ? (
                <option disabled>Loading…</option>
              ) : (
                options(choices.filter(({ isUsual }) => !isUsual))
              )}
            </optgroup>
          </>
        ) : (
          options(found)
        )}
      </SelectField>
    </div>
  );
}

function options(choices: readonly TimeZoneChoice[]) {
  return choices.map(({ zone, label }) => (
    <option key={zone} value={zone}>
      {label}
    </option>
  ));
}
