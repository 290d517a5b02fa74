/** Browsers still give some zones the names that they had in the 1990s; people look for today's. */
const renamed: Record<string, string> = {
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

/** Today's name of a zone. */
export function currentZoneName(zone: string): string {
  return renamed[zone] ?? zone;
}

/** Every zone that can be chosen, by today's names, with `also` among them whatever the browser knows. */
export function zoneChoices(also: string): string[] {
  const zones = Intl.supportedValuesOf("timeZone").map(currentZoneName);
  return [...new Set([...zones, "UTC", also])].sort((a, b) => a.localeCompare(b));
}
