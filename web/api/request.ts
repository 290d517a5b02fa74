import { ApiError } from "./errors.ts";
import type { Target } from "./light-endpoint.ts";

type Values = Record<string, unknown>;

/** The address of a call: `:name` parts filled from `params`, `query` appended without its undefined values. */
export function requestUrl(target: Target, params: Values = {}, query: Values = {}): string {
  const path = target.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === "") throw new Error(`${target.path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** The error that an answer of this status and body stands for; a body that is not ours leaves `msg` empty. */
export function errorFrom(status: number, bodyText: string, retryAfter: string | null): ApiError {
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  return new ApiError(status, ourBody(bodyText), Number.isFinite(seconds) ? seconds : null);
}

function ourBody(text: string): object {
  const body = parsedJson(text);
  const isOurs = typeof body === "object" && body !== null && "msg" in body && typeof body.msg === "string";
  return isOurs ? body : {};
}

/** The JSON value of `text`, undefined when it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's error page is an expected answer here; the caller tells by `undefined`.
    return undefined;
  }
}
