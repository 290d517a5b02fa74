import type { EndpointName } from "./endpoints.ts";

/* What a screen asks for first is asked for while its scripts still load: head-script.ts makes these calls, and the
   client takes their responses. */

type Call = EndpointName | `${EndpointName}?${string}`;

/** The calls of every screen of a dashboard. */
const dashboards: Record<string, readonly Call[]> = {
  "/interviewee-dashboard/": ["GET /api/user/profile", "GET /api/user/bookings?limit=5"],
  "/interviewer-dashboard/": [
    "GET /api/user/profile",
    "GET /api/interviewer/bookings?limit=5",
    "GET /api/interviewer/dashboard-stats",
  ],
};

/** The other first calls of the screens, by path, exactly as the screens make them. */
export const callsOfScreens: Record<string, (now: Date) => readonly Call[]> = {
  "/interviewee-dashboard/my-sessions": () => ["GET /api/user/sessions?limit=25"],
  "/interviewee-dashboard/progress": () => ["GET /api/practice/progress", "GET /api/user/progress"],
  "/interviewee-dashboard/profile": () => [],
  "/interviewee-dashboard/booking": (now) => [
    "GET /api/user/bookings",
    "GET /api/user/waits",
    "GET /api/user/favorites",
    `GET /api/user/slots?to=${encodeURIComponent(endOfWeeks(firstWeeks, now))}&limit=1000`,
  ],
  "/interviewer-dashboard/calendar": () => ["GET /api/interviewer/bookings"],
  "/interviewer-dashboard/calendar/weekly-hours": () => [
    "GET /api/interviewer/weekly-rules",
    "GET /api/interviewer/time-off",
  ],
  "/interviewer-dashboard/earnings": () => ["GET /api/interviewer/earnings?limit=25"],
  "/interviewer-dashboard/history": () => [
    "GET /api/interviewer/bookings",
    "GET /api/interviewer/numbers",
    "GET /api/interviewer/history?status=any&limit=25",
  ],
  "/interviewer-dashboard/page": () => ["GET /api/interviewer/profile"],
};

/** How many weeks of open slots are loaded first. */
export const firstWeeks = 2;

/** The end of that many weeks, at midnight UTC. It is the same all day, so that the cache has one entry per day. */
export function endOfWeeks(weeks: number, now: Date): string {
  const end = new Date(now);
  end.setUTCDate(end.getUTCDate() + 7 * weeks);
  end.setUTCHours(24, 0, 0, 0);
  return end.toISOString();
}

interface EarlyCall {
  token: string;
  /** Milliseconds on the page's clock. */
  madeAt: number;
  /** Null if there was no response. */
  response: Promise<Response | null>;
}

declare global {
  /** By URL. */
  var earlyCalls: Map<string, EarlyCall> | undefined;
}

/** In milliseconds: a slow line takes a while to bring the scripts, but nobody should see an old list. */
const longestAge = 15_000;

/** Makes the first calls of the screen that is opening. */
export function makeEarlyCalls(token: string): void {
  const { pathname } = window.location;
  const common = Object.entries(dashboards).find(([prefix]) => pathname.startsWith(prefix))?.[1] ?? [];
  const calls = [...common, ...(callsOfScreens[pathname]?.(new Date()) ?? [])].map((name) => {
    const url = name.slice("GET ".length);
    const headers = { Accept: "application/json", Authorization: `Bearer ${token}` };
    const response = fetch(url, { headers, signal: AbortSignal.timeout(longestAge) }).catch(() => null);
    return [url, { token, madeAt: performance.now(), response }] as const;
  });
  globalThis.earlyCalls = new Map(calls);
}

/** The response of a call that was made early, once; null if the caller must make it. */
export async function takeEarlyResponse(
  method: string,
  url: string,
  token: string | null,
): Promise<Response | null> {
  // What was read before a change is out of date.
  if (method !== "GET") globalThis.earlyCalls?.clear();
  const early = globalThis.earlyCalls?.get(url);
  globalThis.earlyCalls?.delete(url);
  if (early === undefined || early.token !== token) return null;
  return performance.now() - early.madeAt < longestAge ? early.response : null;
}
