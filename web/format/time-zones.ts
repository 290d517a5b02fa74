import { currentTimeZoneName } from "@greenroom/contract/core/time-zone-names.ts";

/**
 * Every zone that can be chosen, by current names. Includes `alwaysInclude` even if the browser does not know
 * it.
 */
export function timeZoneOptions(alwaysInclude: string): string[] {
  const zones = Intl.supportedValuesOf("timeZone").map(currentTimeZoneName);
  return [...new Set([...zones, "UTC", alwaysInclude])].sort((a, b) => a.localeCompare(b));
}
