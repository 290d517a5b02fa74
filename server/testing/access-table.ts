import type { Access, Endpoint } from "@greenroom/contract/kernel/endpoint.ts";
import { findEndpoints } from "../../scripts/generate/lib-endpoints.ts";

/* The callers that each route allows, from the contract, for the access tests and for `npm run prove`. */

export type Who =
  | "nobody"
  | "interviewee"
  | "interviewer"
  | "operator"
  | "support"
  | "operator with a closed desk";

// Operators have the interviewee role, like every user who is not an interviewer.
export const allOperators: Who[] = ["operator", "support", "operator with a closed desk"];
export const everybody: Who[] = ["nobody", "interviewee", "interviewer", ...allOperators];

const callers: Record<Access, Who[]> = {
  public: everybody,
  "signed-in": ["interviewee", "interviewer", ...allOperators],
  interviewee: ["interviewee", ...allOperators],
  interviewer: ["interviewer"],
  "operator-entry": allOperators,
  operator: ["operator", "support"],
  owner: ["operator"],
};

/** Every endpoint of the contract by its route, such as `GET /api/rooms/{id}`. */
export const endpointsByRoute: ReadonlyMap<string, Endpoint> = new Map(
  (await findEndpoints())
    .flatMap(({ endpoints }) => endpoints)
    .map((endpoint) => [`${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, "{$1}")}`, endpoint]),
);

export const accessTable: Readonly<Record<string, Who[]>> = {
  // Health is declared outside the contract.
  "GET /health/live": everybody,
  "GET /health/ready": everybody,
  ...Object.fromEntries([...endpointsByRoute].map(([route, { access }]) => [route, callers[access]])),
};
