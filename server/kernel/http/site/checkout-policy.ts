import type { FastifyReply, FastifyRequest } from "fastify";
import type { CheckoutSources } from "../../../vendors/payment/port.ts";
import { trustedTypesDirective } from "./content-security-policy.ts";

/** The pages that sell a plan; no other page may load anything from the payment provider. */
const pagesWithCheckout = new Set(["/pricing"]);

/**
 * Extends a page's policy for the provider's checkout, on the pages that open it. `sources` is null for our
 * own checkout, which needs no extension.
 */
export function allowCheckout(
  { url }: Pick<FastifyRequest, "url">,
  reply: FastifyReply,
  sources: CheckoutSources | null,
): void {
  const policy = reply.getHeader("content-security-policy");
  const path = (url.split("?")[0] ?? "/").replace(/(.)\/$/, "$1");
  if (sources === null || typeof policy !== "string" || !pagesWithCheckout.has(path)) return;
  reply.header("content-security-policy", widenPolicy(policy, sources));
  // The provider's frame opens the bank's window, which reports back to it.
  reply.header("cross-origin-opener-policy", "same-origin-allow-popups");
}

function widenPolicy(policy: string, { script, frame, connect }: CheckoutSources): string {
  const added: Record<string, string[]> = {
    "script-src": script,
    "connect-src": connect,
    "frame-src": frame,
  };
  return (
    policy
      .split("; ")
      // The provider's script writes its window as it likes, and we cannot change it.
      .filter((directive) => directive !== trustedTypesDirective && !directive.startsWith("trusted-types "))
      // Its script also adds style elements, and a listed hash would make browsers ignore 'unsafe-inline'.
      .map((directive) =>
        directive.startsWith("style-src ") ? "style-src 'self' 'unsafe-inline'" : directive,
      )
      .map((directive) => [directive, ...(added[directive.split(" ")[0] ?? ""] ?? [])].join(" "))
      .join("; ")
  );
}
