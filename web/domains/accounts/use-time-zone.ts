import { browserTimeZone } from "../../ui/time/browser-time-zone.ts";
import { useSession } from "./session.tsx";
import { currentZoneName } from "./zone-names.ts";

/** The zone in which this person reads times: their own setting, else their browser's. */
export function useTimeZone(): string {
  const { user } = useSession();
  return user?.timeZone ?? currentZoneName(browserTimeZone());
}
