import type { EndpointName } from "./endpoints.ts";

/* What a screen asks for first is asked for while its scripts still load: head-script.ts makes these calls, and the
   client takes their responses. */

/** The first calls of the screens, by path, exactly as the screens make them. */
export const firstCalls: Record<string, readonly (EndpointName | `${EndpointName}?${string}`)[]> = {
  "/interviewee-dashboard/my-sessions": [
    "GET /api/user/bookings?limit=5",
    "GET /api/user/sessions?limit=25",
    "GET /api/user/credits?limit=25",
    "GET /api/user/purchases?limit=25",
  ],
  "/interviewee-dashboard/progress": [
    "GET /api/user/bookings?limit=5",
    "GET /api/practice/progress",
    "GET /api/user/progress",
  ],
  "/interviewee-dashboard/booking": [
    "GET /api/user/bookings?limit=5",
    "GET /api/user/bookings",
    "GET /api/user/waits",
  ],
  "/interviewer-dashboard/calendar": [
    "GET /api/interviewer/bookings?limit=5",
    "GET /api/interviewer/bookings",
    "GET /api/interviewer/dashboard-stats",
  ],
  "/interviewer-dashboard/earnings": [
    "GET /api/interviewer/bookings?limit=5",
    "GET /api/interviewer/dashboard-stats",
    "GET /api/interviewer/earnings?limit=25",
  ],
  "/interviewer-dashboard/history": [
    "GET /api/interviewer/bookings?limit=5",
    "GET /api/interviewer/bookings",
    "GET /api/interviewer/dashboard-stats",
    "GET /api/interviewer/numbers",
    "GET /api/interviewer/history?status=any&limit=25",
  ],
};

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
  const calls = (firstCalls[window.location.pathname] ?? []).map((name) => {
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
