import { createHmac } from "node:crypto";
import type { IceServer } from "@greenroom/contract/room/room.ts";
import type { Config } from "../../kernel/config/config.ts";

/** Longer than any interview including the time before and after, so that a call can reconnect until its end. */
const credentialSeconds = 2 * 60 * 60;

/**
 * A TURN credential as coturn's `use-auth-secret` takes it (draft-uberti-behave-turn-rest): the username is the expiry
 * time, and the password is its HMAC-SHA1.
 */
export function turnCredentialFor(secret: string, name: string, now: Date) {
  const username = `${Math.floor(now.getTime() / 1000) + credentialSeconds}:${name}`;
  return { username, credential: createHmac("sha1", secret).update(username).digest("base64") };
}

/** STUN and TURN servers for one person. */
export function iceServersFor({ stunUrls, turn }: Config["ice"], userId: string, now: Date): IceServer[] {
  const servers: IceServer[] = [];
  if (stunUrls.length > 0) servers.push({ urls: stunUrls });
  if (turn !== null) servers.push({ urls: turn.urls, ...turnCredentialFor(turn.secret, userId, now) });
  return servers;
}
