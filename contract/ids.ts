import { z } from "zod";

/** The id of anything of ours: a UUID (version 7 as we make them), `_id` on the wire; upper case is the same id. */
export const idSchema = z.uuid("This is not a valid id.").toLowerCase();
export type Id = string;

/** Route parameter `:id`. */
export const idParamsSchema = z.strictObject({ id: idSchema });
