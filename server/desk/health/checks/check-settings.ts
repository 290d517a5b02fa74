import { providerTimeoutMilliseconds, withDeadline } from "../../../kernel/concurrency.ts";
import type { Config } from "../../../kernel/config/config.ts";
import { isLocalHost } from "../../../kernel/config/environment.ts";
import type { Finding } from "./finding.ts";

/** The entropy that a secret should have at least. */
const minSecretBits = 128;

/** Checks that the secret is random, as far as its characters show. */
export function checkSecret({ secret, isProduction }: Pick<Config, "secret" | "isProduction">): Finding {
  const name = "secret";
  if (secret === null) {
    const message = "generated, and kept in the data folder";
    return { name, level: isProduction ? "error" : "ok", message };
  }
  const bits = Math.floor(estimateEntropyBits(secret));
  return bits >= minSecretBits
    ? { name, level: "ok", message: `${secret.length} characters` }
    : {
        name,
        level: "error",
        message: `GREENROOM_SECRET looks typed by hand (about ${bits} bits): take 32 random bytes in base64`,
      };
}

/**
 * An upper bound of the entropy, from the frequencies of the characters (Shannon). Typed words stay far below the
 * value of a random key.
 */
function estimateEntropyBits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / text.length);
  return -text.length * shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}

/** Checks that replies and bounces can reach someone: domains under `.example` belong to nobody (RFC 2606). */
export function checkSender({ mailFrom, business, isProduction }: Config): Finding {
  const name = "sender";
  const [from, support] = [mailFrom, business.supportEmail].map((text) => text.replace(/^.*<|>.*$/g, ""));
  const exampleAddresses = [from, support].filter((address) => address?.endsWith(".example"));
  if (!isProduction || exampleAddresses.length === 0) {
    return { name, level: "ok", message: `emails come from ${from}, messages to us go to ${support}` };
  }
  const settings = "set GREENROOM_SUPPORT_EMAIL, and GREENROOM_MAIL_FROM if that differs";
  return { name, level: "warning", message: `${exampleAddresses[0]} is nobody's address: ${settings}` };
}

/** Checks that people can reach the URL in our mails. */
export async function checkPublicUrl({ publicUrl, isProduction }: Config): Promise<Finding> {
  const name = "public address";
  const { protocol, hostname } = new URL(publicUrl);
  if (isProduction && protocol !== "https:" && !isLocalHost(hostname)) {
    return { name, level: "error", message: `${publicUrl} is not https: passwords would travel in the open` };
  }
  try {
    const response = await withDeadline(
      providerTimeoutMilliseconds,
      undefined,
      async (signal) => await fetch(`${publicUrl}/health/live`, { redirect: "manual", signal }),
    );
    const message = `${publicUrl} answers ${response.status}`;
    return { name, level: response.ok ? "ok" : "warning", message };
  } catch {
    return {
      name,
      level: "warning",
      message: `${publicUrl} does not answer from here: is the server running?`,
    };
  }
}
