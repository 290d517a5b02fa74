import { nearestName } from "./nearest-name.ts";

/** The process's variables, or a test's. */
export type Environment = Readonly<Record<string, string | undefined>>;

interface NumberOptions {
  fallback: number;
  min: number;
  max: number;
}

/** Typed reading of variables; blank counts as not set. Each throws one sentence that names the variable. */
export function environmentReader(environment: Environment) {
  const known = new Set<string>();

  function text(name: string): string | null {
    known.add(name);
    const value = environment[name]?.trim();
    return value === undefined || value === "" ? null : value;
  }

  /** A text for which `isMeant` holds. What it was is not repeated: a password may stand in it. */
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
   * Refuses a variable of ours that nothing has read: most likely a name with a slip in it, whose setting would silently
   * not hold. Call it when everything was read.
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

  return { text, shaped, number, integer, boolean, refuseUnknown };
}

export type EnvironmentReader = ReturnType<typeof environmentReader>;
