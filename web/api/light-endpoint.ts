import type { Endpoint, Method } from "@greenroom/contract/kernel/endpoint.ts";
import type { listPlans } from "@greenroom/contract/money/plans.ts";
import type { getProfile, signout, updateTimeZone } from "@greenroom/contract/people/accounts.ts";
import type { apply } from "@greenroom/contract/people/interviewers.ts";
import type { getSite, sendContactMessage } from "@greenroom/contract/site/site.ts";

/** The parts of an endpoint that a request needs. */
export type RequestTarget = Pick<Endpoint, "method" | "path" | "multipart">;

/** An endpoint's method and path without its schemas, but with its types. */
export interface LightEndpoint<E extends Endpoint> extends RequestTarget {
  /** Never set: it only carries the types of input and output. */
  readonly contract?: E;
}

function lightEndpoint<E extends Endpoint>(method: Method, path: string): LightEndpoint<E> {
  return { method, path };
}

/**
 * The calls of public pages. The contract's own objects import zod, which is larger than the whole landing
 * page; light-endpoint.test.ts compares these with the contract.
 */
export const lightEndpoints = {
  getSite: lightEndpoint<typeof getSite>("GET", "/api/site"),
  listPlans: lightEndpoint<typeof listPlans>("GET", "/api/plans"),
  getProfile: lightEndpoint<typeof getProfile>("GET", "/api/user/profile"),
  updateTimeZone: lightEndpoint<typeof updateTimeZone>("POST", "/api/user/time-zone"),
  signout: lightEndpoint<typeof signout>("POST", "/api/auth/signout"),
  apply: lightEndpoint<typeof apply>("POST", "/api/applications"),
  sendContactMessage: lightEndpoint<typeof sendContactMessage>("POST", "/api/contact"),
};
