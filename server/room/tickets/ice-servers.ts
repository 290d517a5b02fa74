import { createHmac } from "node:crypto";
import type { IceServer } from "@greenroom/contract/room/room.ts";
import type { Config } from "../../kernel/config/config.ts";

/** Longer than any interview including the time before and after, so that a call can reconnect until its end. */
const credentialSeconds = 2 * 60 * 60;

/**
 * STUN and TURN servers for one person. TURN credentials follow coturn's `use-auth-secret`
 * (draft-uberti-behave-turn-rest): the username is the expiry time, and the password is its HMAC-SHA1.
 */
export function iceServersFor({ stunUrls, turn }: Config["ice"], userId: string, now: Date): IceServer[] {
  const servers: IceServer[] = [];
  if (stunUrls.length > 0) servers.push({ urls: stunUrls });
  if (turn !== null) {
    const username = `${Math.floor(now.getTime() / 1000) + credentialSeconds}:${userId}`;
    const credential = createHmac("sha1", turn.secret).update(username).digest("base64");
    servers.push({ urls: turn.urls, username, credential });
  }
  return servers;
}
