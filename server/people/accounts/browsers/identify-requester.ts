import { timeZoneSchema } from "@greenroom/contract/kernel/time.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../../kernel/deps.ts";
import { ensureBrowserCookie } from "../../../kernel/http/browser-cookie.ts";
import { networkOf } from "../../../kernel/http/limits/network-of.ts";
import { hashToken } from "../sign-in/tokens.ts";
import { nameBrowser } from "./name-browser.ts";

/** The browser and the network from which a person requests a code, enters one, or signs in. */
export interface Requester {
  /** SHA-256 of the token in the browser's cookie. A client without cookies has a new one in every request. */
  browserHash: Buffer;
  /** Keyed hash of the network. */
  networkHash: Buffer;
  /** An IPv4 address, or the /64 of an IPv6 address. */
  network: string;
  /** `Chrome on Windows`; null if the client sends no such information. */
  browserName: string | null;
  /** The client's `User-Agent`, at most 400 characters without control characters; null if it sends none. */
  userAgent: string | null;
  /** The browser's time zone; null if the client does not send one that exists. */
  timeZone: string | null;
}

export function identifyRequester(deps: Deps, request: FastifyRequest, reply: FastifyReply): Requester {
  const isSecure = deps.config.publicUrl.startsWith("https:");
  const network = networkOf(request.ip);
  return {
    browserHash: hashToken(ensureBrowserCookie(request, reply, { isSecure })),
    networkHash: deps.hmac("network", network),
    network,
    browserName: nameBrowser(request.headers["user-agent"]),
    userAgent: boundUserAgent(request.headers["user-agent"]),
    timeZone: timeZoneSchema.safeParse(request.headers["x-time-zone"]).data ?? null,
  };
}

function boundUserAgent(header: string | undefined): string | null {
  const text = (header ?? "").replace(/\p{C}/gu, "").trim().slice(0, 400);
  return text === "" ? null : text;
}
