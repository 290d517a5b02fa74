/** The variables of the process, or of a test. */
export type Environment = Readonly<Record<string, string | undefined>>;

type Range = readonly [min: number, max: number];

/** A variable's value and origin, for people. */
export interface ShownSetting {
  isSet: boolean;
  /** Null for a secret, and if it is not set. */
  value: string | null;
}

/** Names of variables whose values must never be shown. */
const secretName = /SECRET|PASSWORD|KEY|TOKEN/;

/**
 * `postgres://user:…@host/name?sslpassword=…`: without passwords. Users and passwords may contain an @, so the password
 * begins at the first colon and ends at the last @.
 */
function hidePassword(value: string): string {
  return value
    .replace(/(\/\/[^/:\s]*):[^\s]*@/g, "$1:…@")
    .replace(/([?&][^=&\s]*(?:password|key|secret|token)[^=&\s]*=)[^&\s]*/gi, "$1…");
}

/**
 * Reads variables by type; blank counts as unset. Each method throws one sentence that names the variable.
 */
export function environmentReader(environment: Environment) {
  const known = new Set<string>();

  function text(name: string): string | null {
    known.add(name);
    const value = environment[name]?.trim();
    return value === undefined || value === "" ? null : value;
  }

  /**
   * A text for which `isMeant` returns true. The error does not repeat the value, because it may contain a
   * password.
   */
  function shaped(name: string, isMeant: (value: string) => boolean, form: string): string | null {
    const value = text(name);
    if (value !== null && !isMeant(value)) throw new Error(`${name} must be ${form}.`);
    return value;
  }

  function number(name: string, fallback: number, [min, max]: Range): number {
    const value = text(name);
    if (value === null) return fallback;
    const parsed = Number(value);
    if (!Number.isFinite(parsed) || parsed < min || parsed > max) {
      throw new Error(`${name} must be a number from ${min} to ${max}, not "${value}".`);
    }
    return parsed;
  }

  function integer(name: string, fallback: number, range: Range): number {
    const parsed = number(name, fallback, range);
    if (!Number.isInteger(parsed)) throw new Error(`${name} must be a whole number.`);
    return parsed;
  }

  function boolean(name: string, fallback: boolean): boolean {
    const value = text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (value === "true" || value === "1" || value === "yes") return true;
    if (value === "false" || value === "0" || value === "no") return false;
    throw new Error(`${name} must be true or false, not "${value}".`);
  }

  /** Texts that are set together; null if none is set. `what` names them for the error. */
  function together<Name extends string>(names: readonly Name[], what: string): Record<Name, string> | null {
    const missing = names.filter((name) => text(name) === null);
    if (missing.length === names.length) return null;
    if (missing.length > 0) throw new Error(`${missing[0]} must be set together with ${what}.`);
    return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>;
  }

  /**
   * Refuses a variable with our prefix that nothing has read, because it is most likely misspelled and would
   * silently have no effect. Call it after everything has been read.
   */
  function refuseUnknown(prefix: string): void {
    for (const [name, value] of Object.entries(environment)) {
      if (!name.startsWith(prefix) || known.has(name) || value === undefined || value.trim() === "") continue;
      throw new Error(`${name} is not a setting: see docs/operating.md.`);
    }
  }

  /** Every variable that has been read, with the values that are not secret. */
  function show(): ReadonlyMap<string, ShownSetting> {
    return new Map(
      [...known].map((name) => {
        const value = text(name);
        const isHidden = value === null || secretName.test(name);
        return [name, { isSet: value !== null, value: isHidden ? null : hidePassword(value) }];
      }),
    );
  }

  return { text, shaped, number, integer, boolean, together, refuseUnknown, show };
}

export type EnvironmentReader = ReturnType<typeof environmentReader>;

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
