import { createHmac } from "node:crypto";
import type { IceServer } from "@greenroom/contract/meetings.ts";
import type { Config } from "../../config.ts";

/** Longer than any session with its doors, so that a call can be mended until its end. */
const credentialSeconds = 2 * 60 * 60;

/**
 * STUN and TURN for one person. TURN credentials are made as coturn's `use-auth-secret` reads them (the REST API scheme of
 * draft-uberti-behave-turn-rest): the name is when they end, and the password is its HMAC-SHA1.
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
