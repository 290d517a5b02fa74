import type { Config } from "../config.ts";
import { answerWithin } from "../ports/answer-within.ts";
import { isLocalHost } from "../read-address.ts";
import type { Finding } from "./finding.ts";

/** Bits that a key of ours should hold, as far as its characters tell. */
const enoughBits = 128;

/** What can be said of the settings by themselves. */
export function checkSecret({ secret, isProduction }: Pick<Config, "secret" | "isProduction">): Finding {
  const what = "secret";
  if (secret === null) {
    const says = "made by ourselves and kept in the data folder";
    return { what, level: isProduction ? "wrong" : "ok", says };
  }
  const bits = Math.floor(bitsOf(secret));
  return bits >= enoughBits
    ? { what, level: "ok", says: `${secret.length} characters` }
    : {
        what,
        level: "wrong",
        says: `GREENROOM_SECRET looks typed by hand (some ${bits} bits): take 32 random bytes in base64`,
      };
}

/** Shannon's measure over the characters' own frequencies: an upper bound, which typed words fall well under. */
function bitsOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / text.length);
  return -text.length * shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}

/** Whether answers and bounces reach somebody: names under `.example` are nobody's (RFC 2606). */
export function checkSender({ mailFrom, business, isProduction }: Config): Finding {
  const what = "sender";
  const [from, support] = [mailFrom, business.supportEmail].map((text) => text.replace(/^.*<|>.*$/g, ""));
  const nobodys = [from, support].filter((address) => address?.endsWith(".example"));
  if (!isProduction || nobodys.length === 0) {
    return { what, level: "ok", says: `mails come from ${from}, notes to us go to ${support}` };
  }
  const settings = "set GREENROOM_SUPPORT_EMAIL, and GREENROOM_MAIL_FROM if that differs";
  return { what, level: "look", says: `${nobodys[0]} is nobody's address: ${settings}` };
}

/** Whether people can reach us where the links in our mails lead. */
export async function checkPublicUrl({ publicUrl, isProduction }: Config): Promise<Finding> {
  const what = "public address";
  const { protocol, hostname } = new URL(publicUrl);
  if (isProduction && protocol !== "https:" && !isLocalHost(hostname)) {
    return { what, level: "wrong", says: `${publicUrl} is not https: passwords would travel in the open` };
  }
  try {
    const response = await fetch(`${publicUrl}/health/live`, {
      redirect: "manual",
      signal: AbortSignal.timeout(answerWithin),
    });
    const says = `${publicUrl} answers ${response.status}`;
    return { what, level: response.ok ? "ok" : "look", says };
  } catch {
    return { what, level: "look", says: `${publicUrl} does not answer from here: is the server running?` };
  }
}
