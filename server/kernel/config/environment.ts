import { nearestName } from "../nearest-name.ts";

/** The variables of the process, or of a test. */
export type Environment = Readonly<Record<string, string | undefined>>;

interface NumberOptions {
  fallback: number;
  min: number;
  max: number;
}

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

  function number(name: string, { fallback, min, max }: NumberOptions): number {
    const value = text(name);
    if (value === null) return fallback;
    const parsed = Number(value);
    if (!Number.isFinite(parsed) || parsed < min || parsed > max) {
      throw new Error(`${name} must be a number from ${min} to ${max}, not "${value}".`);
    }
    return parsed;
  }

  function integer(name: string, options: NumberOptions): number {
    const parsed = number(name, options);
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

  /**
   * Refuses a variable with our prefix that nothing has read, because it is most likely misspelled and would
   * silently have no effect. Call it after everything has been read.
   */
  function refuseUnknown(prefix: string): void {
    for (const [name, value] of Object.entries(environment)) {
      if (!name.startsWith(prefix) || known.has(name) || value === undefined || value.trim() === "") continue;
      const meant = nearestName(name, known);
      throw new Error(
        `${name} is not a setting${meant === null ? ": see docs/operating.md." : `. Did you mean ${meant}?`}`,
      );
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

  return { text, shaped, number, integer, boolean, refuseUnknown, show };
}

export type EnvironmentReader = ReturnType<typeof environmentReader>;
