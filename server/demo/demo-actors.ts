import type { Actor } from "../core/actor.ts";

/** The demo's people as actors, by email address. */
export type Actors = ReadonlyMap<string, Actor>;

export function getDemoActor(actors: Actors, email: string): Actor {
  const actor = actors.get(email);
  if (actor === undefined) throw new Error(`the demo has no ${email}`);
  return actor;
}
