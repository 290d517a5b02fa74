import { createRandom, type Random } from "../../../prove/lib/random.ts";
import { followPreview, makeRequest, type Operation } from "../../../prove/requests/operations.ts";
import { objectTable } from "../../../server/testing/access-objects.ts";
import { accessTable, type Who } from "../../../server/testing/access-table.ts";
import type { EndpointBed } from "./open-bed.ts";
import { findPreparation } from "./preparations.ts";
import { encodeForm, type PreparedRequest } from "./prepare.ts";

/** One call, ready to be sent and timed. */
export interface EndpointRequest {
  path: string;
  body: string | Buffer | undefined;
  token: string | undefined;
  headers: Record<string, string>;
}

/**
 * Makes request number `index` of an operation, the same at every size but for the ids. In turn: with a state that was
 * prepared for it, about one of the callers' own records, and from the contract's schemas.
 */
export async function makeEndpointRequest(
  bed: EndpointBed,
  operation: Operation,
  { seed, index }: { seed: number; index: number },
): Promise<EndpointRequest> {
  const random = createRandom(seed).fork(`${operation.name} ${index}`);
  const kinds = kindsOf(operation);
  const kind = kinds[index % kinds.length];
  if (kind === "generated") return await generateRequest(bed, operation, random);
  const prepared =
    kind === "prepared"
      ? await findPreparation(operation.name)?.(bed, random)
      : requestOfRecord(bed, operation.name, random);
  if (prepared === undefined) throw new Error(`${operation.name} has no ${kind} request`);
  return await completeRequest(bed, operation, prepared);
}

type RequestKind = "prepared" | "record" | "generated";

/** How many kinds of requests an operation has: so many calls one after the other are of different kinds. */
export function countKinds(operation: Operation): number {
  return kindsOf(operation).length;
}

function kindsOf({ name, params, query, body }: Operation): RequestKind[] {
  const kinds: RequestKind[] = [];
  if (findPreparation(name) !== undefined) kinds.push("prepared");
  if (objectTable[name] !== undefined) kinds.push("record");
  const hasInput = [params, query, body ?? {}].some((schema) => Object.keys(schema).length > 0);
  if (hasInput || kinds.length === 0) kinds.push("generated");
  return kinds;
}

function tokenOf({ callers }: EndpointBed, who: Who): { token?: string } {
  const caller = callers[who];
  return caller === null ? {} : { token: caller.token };
}

async function generateRequest(
  bed: EndpointBed,
  operation: Operation,
  random: Random,
): Promise<EndpointRequest> {
  const who = random.pick(accessTable[operation.name] ?? []) ?? "nobody";
  const made = makeRequest(operation, random, { hostility: 0, ids: bed.ids });
  await followPreview(bed.url, operation, made, tokenOf(bed, who));
  return { token: undefined, ...tokenOf(bed, who), ...made };
}

function requestOfRecord({ records }: EndpointBed, name: string, random: Random): PreparedRequest {
  const row = objectTable[name];
  return {
    who: random.pick(row?.owners ?? []) ?? "nobody",
    params: row?.params?.(records) ?? {},
    query: row?.query?.(records) ?? "",
    body: row?.body?.(records),
  };
}

async function completeRequest(
  bed: EndpointBed,
  operation: Operation,
  { who, token: own, params = {}, query = "", body, headers = {} }: PreparedRequest,
): Promise<EndpointRequest> {
  const named = operation.endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? "");
  const path = `${named}${query}`;
  const token = { token: undefined, ...(own === undefined ? tokenOf(bed, who) : { token: own }) };
  if (body instanceof FormData) {
    const form = await encodeForm(body);
    return { path, body: form.body, ...token, headers: { ...headers, ...form.headers } };
  }
  const isText = body === undefined || typeof body === "string";
  const made = { path, body: isText ? body : JSON.stringify(body), headers };
  await followPreview(bed.url, operation, made, tokenOf(bed, who));
  return { ...made, ...token };
}
