import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";

const maxAgeSeconds = 180 * 86_400;
const tokenPattern = /^[A-Za-z0-9_-]{43}$/;

/**
 * Returns the token that identifies a browser: the one in its cookie, or a new one. The cookie grants no access; it
 * only decides which rate limit an attempt counts against. Each response renews it for 180 days.
 */
export function ensureBrowserCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { isSecure }: { isSecure: boolean },
): string {
  // With this prefix, browsers accept the cookie only from our own host over https, never from a subdomain.
  const name = isSecure ? "__Host-greenroom-browser" : "greenroom-browser";
  const token = readCookie(request.headers.cookie, name) ?? randomBytes(32).toString("base64url");
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  reply.header("set-cookie", `${name}=${token}; ${attributes}`);
  reply.header("cache-control", "no-store");
  return token;
}

function readCookie(header: string | undefined, name: string): string | null {
  for (const part of header?.split(";") ?? []) {
    const [key, value] = part.trim().split("=", 2);
    if (key === name && value !== undefined && tokenPattern.test(value)) return value;
  }
  return null;
}
