import type { FastifyReply, FastifyRequest } from "fastify";
import type { CheckoutSources } from "../ports/payment.ts";

/** The pages on which a plan is bought; no other page may load anything of the payment provider's. */
const pagesWithCheckout = new Set(["/pricing"]);

/**
 * Widens a page's policy for the provider's checkout, where that is opened. `sources` is null when the checkout is our
 * own; then every page keeps the policy that it has.
 */
export function letCheckoutIn(
  { url }: Pick<FastifyRequest, "url">,
  reply: FastifyReply,
  sources: CheckoutSources | null,
): void {
  const policy = reply.getHeader("content-security-policy");
  const path = (url.split("?")[0] ?? "/").replace(/(.)\/$/, "$1");
  if (sources === null || typeof policy !== "string" || !pagesWithCheckout.has(path)) return;
  reply.header("content-security-policy", widened(policy, sources));
  // The bank's own window is opened from the provider's frame and reports back to it.
  reply.header("cross-origin-opener-policy", "same-origin-allow-popups");
}

function widened(policy: string, { script, frame, connect }: CheckoutSources): string {
  const added: Record<string, string[]> = {
    "script-src": script,
    "connect-src": connect,
    "frame-src": frame,
  };
  return policy
    .split("; ")
    .map((directive) => [directive, ...(added[directive.split(" ")[0] ?? ""] ?? [])].join(" "))
    .join("; ");
}
