import type { getProfile, signout, updateTimeZone } from "@greenroom/contract/accounts.ts";
import type { sendContactMessage } from "@greenroom/contract/contact.ts";
import type { Endpoint, Method } from "@greenroom/contract/endpoint.ts";
import type { listPlans } from "@greenroom/contract/plans.ts";
import type { getSite } from "@greenroom/contract/site.ts";

/** What a call reads of an endpoint when it goes out. */
export type Target = Pick<Endpoint, "method" | "path" | "multipart">;

/** An endpoint's method and path without its schemas, yet with its types. */
export interface LightEndpoint<E extends Endpoint> extends Target {
  /** Never set: carries the types of input and output. */
  readonly contract?: E;
}

function light<E extends Endpoint>(method: Method, path: string): LightEndpoint<E> {
  return { method, path };
}

/**
 * The calls that public pages make. The contract's own objects bring zod along, which would weigh more than the
 * whole landing page; light-endpoint.test.ts holds these to the contract.
 */
export const lightEndpoints = {
  getSite: light<typeof getSite>("GET", "/api/site"),
  listPlans: light<typeof listPlans>("GET", "/api/plans"),
  getProfile: light<typeof getProfile>("GET", "/api/user/profile"),
  updateTimeZone: light<typeof updateTimeZone>("POST", "/api/user/time-zone"),
  signout: light<typeof signout>("POST", "/api/auth/signout"),
  sendContactMessage: light<typeof sendContactMessage>("POST", "/api/contact"),
};
