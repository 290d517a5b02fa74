import { v5, v7 } from "uuid";

/** A new UUIDv7, which sorts by its time. */
export function newId(): string {
  return v7();
}

/** A random namespace that separates our derived ids from other ids. Never change it. */
const namespace = "4c1b8f0e-6c57-4d0a-9a53-0f2a6b1d7e90";

/**
 * The id of something without a row of its own, such as the end of a visit. The same name always gives the
 * same id.
 */
export function derivedId(name: string): string {
  return v5(name, namespace);
}
