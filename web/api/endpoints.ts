import type { Endpoint, EndpointCall, EndpointOutput, Method } from "@greenroom/contract/kernel/endpoint.ts";

/** The endpoints of a module, with those of the desk's actions and lists in it. */
type EndpointsOf<Module> = Extract<Module[keyof Module] | PartOf<Module[keyof Module]>, Endpoint>;
type PartOf<Value> =
  Value extends Record<"preview" | "perform", Endpoint>
    ? Value["preview" | "perform"]
    : Value extends { csv: Endpoint }
      ? Value["csv"]
      : never;

type AnyEndpoint =
  | EndpointsOf<typeof import("@greenroom/contract/desk/access.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/desk/approvals.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/desk/audit.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/desk/bookings.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/desk/health.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/desk/interviewers.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/desk/money/figures.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/desk/money/payments.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/desk/money/payouts.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/desk/money/prices.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/desk/money/settlements.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/desk/people.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/desk/site-texts.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/desk/today.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/kernel/policy-reports.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/money/earnings.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/money/payments.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/money/payout-details.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/money/plans.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/people/accounts.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/people/interviewers.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/people/mentors.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/people/notifications.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/people/privacy.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/people/resumes.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/practice/drills.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/practice/round-report.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/practice/rounds.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/review/feedback.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/review/progress.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/review/reports.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/room/room-questions.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/room/room-record.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/room/room.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/room/transcript.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/room/whiteboard.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/schedule/availability.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/schedule/bookings.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/schedule/calendar-feed.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/schedule/favorites.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/schedule/holds.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/schedule/mentors.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/schedule/move-proposals.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/schedule/waits.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/schedule/weekly-availability.ts")>
  | EndpointsOf<typeof import("@greenroom/contract/site/site.ts")>;

/**
 * The contract's endpoints by name, such as "GET /api/plans". They are types alone: a page that names an endpoint loads
 * none of its schemas.
 */
export type Endpoints = { [E in AnyEndpoint as E["name"]]: E };
export type EndpointName = keyof Endpoints;
/** An action of the desk, by the call that performs it; its preview is beside it. */
export type ActionName = WithSibling<"/preview">;
/** A list of the desk that can be saved as CSV. */
export type ListName = WithSibling<".csv">;
type WithSibling<End extends string> = {
  [Name in EndpointName]: `${Name}${End}` extends EndpointName ? Name : never;
}[EndpointName];

export type InputOf<Name extends EndpointName> = EndpointCall<Endpoints[Name]>;
export type OutputOf<Name extends EndpointName> = EndpointOutput<Endpoints[Name]>;

/** The method and path of an endpoint. */
export function splitName(name: EndpointName): { method: Method; path: string } {
  const [method, path] = name.split(" ") as [Method, string];
  return { method, path };
}
