import { currentTimeZoneName } from "@greenroom/contract/kernel/time-zone-names.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { useState } from "react";
import { Options } from "../ui/fields.tsx";
import { SelectField } from "./fields.tsx";

/** The zones that most people here choose, in the order in which the list offers them. */
const usualZones = [
  "Asia/Kolkata",
  "Asia/Dubai",
  "Asia/Singapore",
  "Europe/London",
  "Europe/Berlin",
  "America/New_York",
  "America/Chicago",
  "America/Los_Angeles",
  "Australia/Sydney",
  "UTC",
];

interface TimeZoneFieldProps {
  name: string;
  label: string;
  hint?: string;
  /** The zone of the person or record, which is listed first. */
  own: string;
}

/** A time zone: the person's own, that of their device and the common ones by name, all others by continent and city. */
export function TimeZoneField({ name, label, hint, own }: TimeZoneFieldProps) {
  const [{ common, regions }] = useState(() => groupTimeZones(own));
  return (
    <SelectField name={name} label={label} hint={hint}>
      <optgroup label="Common zones">
        <Options values={common} text={commonLabel} />
      </optgroup>
      {[...regions].map(([region, zones]) => (
        <optgroup key={region} label={region}>
          <Options values={zones} text={cityOf} />
        </optgroup>
      ))}
    </SelectField>
  );
}

function groupTimeZones(own: string): { common: string[]; regions: Map<string, string[]> } {
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const common = [...new Set([own, device, ...usualZones].map(currentTimeZoneName))];
  const regions = new Map<string, string[]>();
  for (const zone of new Set(Intl.supportedValuesOf("timeZone").map(currentTimeZoneName))) {
    if (common.includes(zone)) continue;
    const region = zone.slice(0, zone.indexOf("/"));
    regions.set(region, [...(regions.get(region) ?? []), zone]);
  }
  return { common, regions };
}

/** With the city, because several zones can have the same name. Only for the common ones: each takes a millisecond. */
function commonLabel(zone: string): string {
  const label = timeZoneLabel(zone, new Date());
  return label.includes(cityOf(zone)) ? label : `${label}, ${cityOf(zone)}`;
}

/** `Buenos Aires (Argentina)`. */
function cityOf(zone: string): string {
  const [city = zone, ...wider] = zone.replaceAll("_", " ").split("/").slice(1).reverse();
  return wider.length === 0 ? city : `${city} (${wider.join(", ")})`;
}
