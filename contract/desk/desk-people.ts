import { z } from "zod";
import { idSchema } from "../kernel/endpoint.ts";
import { optionalLine } from "../kernel/text.ts";

/** A person whom a line or a step names: one whom it concerns, or an operator who works on it. */
export const namedPersonSchema = z.object({ _id: idSchema, name: z.string() });
export type NamedPerson = z.infer<typeof namedPersonSchema>;

/** A person in a row of the desk. */
export const deskPersonSchema = namedPersonSchema.extend({ email: z.string() });
export type DeskPerson = z.infer<typeof deskPersonSchema>;

/** The beginning of a name or an address, or an id. */
export const personSearch = optionalLine({ label: "Person", max: 100 }).optional();
