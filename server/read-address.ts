/** Names of this very machine, as they stand in an address. */
const localHosts = ["localhost", "127.0.0.1", "[::1]"];

/** True for an address on this very machine, which nothing between could read. */
export function isLocalHost(hostname: string): boolean {
  return localHosts.includes(hostname);
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
