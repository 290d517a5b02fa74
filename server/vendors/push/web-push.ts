import { createECDH } from "node:crypto";
import webPush from "web-push";
import { providerTimeoutMilliseconds, withDeadline } from "../../kernel/concurrency.ts";
import { AppError } from "../../kernel/errors.ts";
import type { PushSender } from "./port.ts";

/** Of Chrome and most other browsers, Firefox, Edge and Safari. A star stands for one name. */
const services = [
  "fcm.googleapis.com",
  "*.push.services.mozilla.com",
  "*.notify.windows.com",
  "web.push.apple.com",
];

interface PushOptions {
  /** One more service, for tests. */
  serviceUrl: string | null;
  /** Whom a push service writes to about our messages. */
  contact: string;
  /** The key pair is derived from the server's secret, so all servers have the same and nobody has to store one. */
  hmac(purpose: string, message: string): Buffer;
}

/** Web Push (RFC 8030) with VAPID (RFC 8292); messages are encrypted for the browser (RFC 8291). */
export function webPushSender({ serviceUrl, contact, hmac }: PushOptions): PushSender {
  const keys = deriveKeys(hmac);
  const ownOrigin = serviceUrl === null ? null : new URL(serviceUrl).origin;
  const isKnownService = (endpoint: string) => {
    const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
    if (username !== "" || password !== "") return false;
    if (origin === ownOrigin) return true;
    return protocol === "https:" && port === "" && services.some((service) => isHostOf(service, hostname));
  };
  return {
    publicKey: keys.publicKey,
    isKnownService,
    async send({ endpoint, keys: browserKeys }, { text, ttlSeconds }) {
      // One that was stored before the list changed.
      if (!isKnownService(endpoint)) return "refused";
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: browserKeys }, text, {
        vapidDetails: { subject: `mailto:${contact}`, ...keys },
        TTL: ttlSeconds,
        urgency: "high",
      });
      const status = await post(endpoint, headers, body);
      if (status >= 200 && status < 300) return "sent";
      if (status === 404 || status === 410) return "gone";
      if (status === 429 || status >= 500 || status < 400) throw unavailable(`answered ${status}`);
      return "refused";
    },
  };
}

async function post(
  endpoint: string,
  headers: Record<string, unknown>,
  body: Buffer | null,
): Promise<number> {
  const { "Content-Length": _, ...others } = headers;
  try {
    return await withDeadline(providerTimeoutMilliseconds, undefined, async (signal) => {
      const response = await fetch(endpoint, {
        method: "POST",
        headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
        body: new Uint8Array(body ?? []),
        redirect: "manual",
        signal,
      });
      await response.body?.cancel();
      return response.status;
    });
  } catch (cause) {
    throw unavailable("could not be reached", cause);
  }
}

/** Does not name the address, which is secret. */
function unavailable(what: string, cause?: unknown): AppError {
  return new AppError("unavailable", {
    msg: "The push service cannot be reached at the moment.",
    cause: new Error(`the push service ${what}`, { cause }),
  });
}

function isHostOf(service: string, hostname: string): boolean {
  if (!service.startsWith("*.")) return hostname === service;
  return (
    hostname.endsWith(service.slice(1)) && /^[a-z0-9-]{1,63}$/.test(hostname.slice(0, 1 - service.length))
  );
}

function deriveKeys(hmac: PushOptions["hmac"]): { publicKey: string; privateKey: string } {
  const privateKey = hmac("web-push", "private key");
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey);
  return { publicKey: pair.getPublicKey("base64url"), privateKey: privateKey.toString("base64url") };
}
