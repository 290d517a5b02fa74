/** Browsers still use the names of the 1990s for some zones; people search for the current ones. */
const currentNames: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** The current name of a zone. */
export function currentTimeZoneName(zone: string): string {
  return currentNames[zone] ?? zone;
}

/**
 * Every zone that can be chosen, by current names. Includes `alwaysInclude` even if the browser does not know
 * it.
 */
export function timeZoneOptions(alwaysInclude: string): string[] {
  const zones = Intl.supportedValuesOf("timeZone").map(currentTimeZoneName);
  return [...new Set([...zones, "UTC", alwaysInclude])].sort((a, b) => a.localeCompare(b));
}
