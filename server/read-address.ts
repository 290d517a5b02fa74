/** Names of this very machine, as they stand in an address. */
const localHosts = ["localhost", "127.0.0.1", "[::1]"];

/** True for an address on this very machine, which nothing between could read. */
export function isLocalHost(hostname: string): boolean {
  return localHosts.includes(hostname);
}

/** True for the address of a site: `https://greenroom.example`. */
export function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^/]/.test(value) && URL.canParse(value);
}

/** True for what a mail can come from: `hello@greenroom.example`, `Greenroom <hello@greenroom.example>`. */
export function isMailbox(value: string): boolean {
  return /^(?:[^<>@]*<)?[^\s<>@]+@[^\s<>@]+>?$/.test(value) && value.includes("<") === value.includes(">");
}

/**
 * A provider's address: keys and people's money and files go there, so it is encrypted, save on this very machine. Throws
 * an Error that names the setting.
 */
export function readAddress(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol !== "https:" && !(url?.protocol === "http:" && isLocalHost(url.hostname))) {
    throw new Error(`${name} must be an https address, not "${value}".`);
  }
  return value;
}
