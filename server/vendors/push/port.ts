/** Where a browser's push service takes messages for it, and the keys that only the browser can read with. */
export interface PushTarget {
  endpoint: string;
  /** base64url. */
  keys: { p256dh: string; auth: string };
}

export interface PushMessage {
  text: string;
  /** How long the service keeps it for a browser that is offline. */
  ttlSeconds: number;
}

export interface PushSender {
  /** With which browsers subscribe to our messages, base64url. */
  publicKey: string;
  /** True for an address of a known push service. We call no other. */
  isKnownService(endpoint: string): boolean;
  /**
   * `gone`: the subscription has ended for good. `refused`: another attempt would be refused too. Throws `unavailable` if
   * the service should be asked again later.
   */
  send(target: PushTarget, message: PushMessage): Promise<"sent" | "gone" | "refused">;
}
