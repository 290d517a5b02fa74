import { isIPv6 } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../../deps.ts";
import { ensureBrowserCookie } from "../../../http/browser-cookie.ts";
import { hashToken } from "../sign-in/tokens.ts";
import { nameBrowser } from "./name-browser.ts";

/** The browser and the network from which a person requests a code, enters one, or signs in. */
export interface Requester {
  /** SHA-256 of the token in the browser's cookie. A client without cookies has a new one in every request. */
  browserHash: Buffer;
  /** Keyed hash of the network address. */
  networkHash: Buffer;
  address: string;
  /** `Chrome on Windows`; null if the client sends no such information. */
  browserName: string | null;
  /** The client's `User-Agent`, at most 400 characters without control characters; null if it sends none. */
  userAgent: string | null;
}

export function identifyRequester(deps: Deps, request: FastifyRequest, reply: FastifyReply): Requester {
  const isSecure = deps.config.publicUrl.startsWith("https:");
  return {
    browserHash: hashToken(ensureBrowserCookie(request, reply, { isSecure })),
    networkHash: deps.hmac("network", networkOf(request.ip)),
    address: request.ip,
    browserName: nameBrowser(request.headers["user-agent"]),
    userAgent: boundUserAgent(request.headers["user-agent"]),
  };
}

function boundUserAgent(header: string | undefined): string | null {
  const text = (header ?? "").replace(/\p{C}/gu, "").trim().slice(0, 400);
  return text === "" ? null : text;
}

/**
 * The network of one customer: an IPv4 address, or the /64 of an IPv6 address, because one customer usually has a
 * whole /64.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [head = "", tail = ""] = address.split("::", 2);
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === "" ? [] : tail.split(":");
  const zeros = address.includes("::")
    ? new Array(Math.max(0, 8 - groups.length - rest.length)).fill("0")
    : [];
  return [...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
