import { useSite } from "../../../app/site-settings.ts";

/**
 * The zone of every time at the desk: the business's, in which the server writes previews and closes the days of the
 * figures. Two operators in different zones read the same hour. The frame names the zone above each page.
 */
export function useDeskZone(): string {
  return useSite().timeZone;
}
