import { currentTimeZoneName } from "@greenroom/contract/kernel/time-zone-names.ts";
import { browserTimeZone } from "../format/browser-time-zone.ts";
import { useSession } from "./session.tsx";

/** The zone in which this user sees times: their own setting, else their browser's. */
export function useTimeZone(): string {
  const { user } = useSession();
  return user?.timeZone ?? currentTimeZoneName(browserTimeZone());
}
