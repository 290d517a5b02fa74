import { createHash, randomBytes } from "node:crypto";
import { timeZoneSchema } from "@greenroom/contract/kernel/instants.ts";
import bowser from "bowser";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../../kernel/deps.ts";
import { ensureBrowserCookie } from "../../kernel/http/bind.ts";
import { networkOf } from "../../kernel/http/rate-limits.ts";

/** A new opaque bearer token: 256 random bits. It is returned once, and only its `hashToken` is stored. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 is enough for a token that cannot be guessed; a slow hash would slow down every request. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

// The client chooses the header, and we write the name into a mail, so only names from this list are used.
const browsers = new Set<string>(Object.values(bowser.BROWSER_MAP));
const systems = new Set<string>(Object.values(bowser.OS_MAP));

/** `Chrome on Windows`; null when the header names no browser that we know. */
export function nameBrowser(userAgent: string | null | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = bowser.parse(userAgent.slice(0, 500));
  if (browser.name === undefined || !browsers.has(browser.name)) return null;
  return os.name !== undefined && systems.has(os.name) ? `${browser.name} on ${os.name}` : browser.name;
}

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
