/** Names of this machine, as they appear in an address. */
const localHosts = ["localhost", "127.0.0.1", "[::1]"];

/** True for an address on this machine, whose traffic nobody in between can read. */
export function isLocalHost(hostname: string): boolean {
  return localHosts.includes(hostname);
}

/** True for the address of a site: `https://greenroom.example`. */
export function isSiteUrl(value: string): boolean {
  return /^https?:\/\/[^/]/.test(value) && URL.canParse(value);
}

/** True for a valid sender: `hello@greenroom.example`, `Greenroom <hello@greenroom.example>`. */
export function isMailAddress(value: string): boolean {
  return /^(?:[^<>@]*<)?[^\s<>@]+@[^\s<>@]+>?$/.test(value) && value.includes("<") === value.includes(">");
}

/**
 * Reads a provider's URL. It must be encrypted, except on this machine, because keys, money and files go there.
 * Throws an Error that names the setting.
 */
export function readProviderUrl(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol !== "https:" && !(url?.protocol === "http:" && isLocalHost(url.hostname))) {
    throw new Error(`${name} must be an https address, not "${value}".`);
  }
  return value;
}

/**
 * The address of a folder from which pages fetch files. It goes into a content-security policy, where a semicolon would
 * start another directive.
 */
export function readFolderUrl(name: string, value: string): string {
  const url = new URL(readProviderUrl(name, value));
  if (url.search !== "" || url.hash !== "" || url.username !== "" || /[;,'\s]/.test(url.href)) {
    throw new Error(`${name} must be the address of a folder, without a query or a user.`);
  }
  return url.href;
}
