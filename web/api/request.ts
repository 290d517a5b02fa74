import type { Endpoint } from "@greenroom/contract/kernel/endpoint.ts";
import { ApiError } from "./errors.ts";

type Values = Record<string, unknown>;

/** The parts of an endpoint that a request needs. */
export type RequestTarget = Pick<Endpoint, "method" | "path" | "multipart">;

/**
 * The URL of a request: `:name` segments are filled from `params`, and `query` is appended without undefined
 * values.
 */
export function requestUrl(target: RequestTarget, params: Values = {}, query: Values = {}): string {
  const path = target.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") throw new Error(`${target.path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const definedQuery = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (definedQuery.length === 0) return path;
  return `${path}?${new URLSearchParams(definedQuery.map(([name, value]) => [name, String(value)]))}`;
}

/** The error for a response of this status and body; `msg` is empty for a body that is not ours. */
export function apiErrorFrom(status: number, bodyText: string, retryAfter: string | null): ApiError {
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  return new ApiError(status, readErrorBody(bodyText), Number.isFinite(seconds) ? seconds : null);
}

function readErrorBody(text: string): object {
  const body = parseJson(text);
  const isErrorBody =
    typeof body === "object" && body !== null && "msg" in body && typeof body.msg === "string";
  return isErrorBody ? body : {};
}

/** The JSON value of `text`, undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's error page is expected here; the caller checks for `undefined`.
    return undefined;
  }
}
