import type { Actor } from "../http/actor.ts";

/** The demo's people by address, as those who act. */
export type Actors = ReadonlyMap<string, Actor>;

export function actorOf(actors: Actors, email: string): Actor {
  const actor = actors.get(email);
  if (actor === undefined) throw new Error(`the demo has no ${email}`);
  return actor;
}
