import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { AppError } from "../errors.ts";

/**
 * Parses the JSON body of an endpoint that accepts a file or JSON, and therefore has no body schema. Throws
 * `invalid_input`.
 */
export function parseJsonBody<S extends z.ZodType>(request: FastifyRequest, schema: S): z.infer<S> {
  const read = schema.safeParse(request.body);
  if (read.success) return read.data;
  const details = read.error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({
          path: [...issue.path, key].join("."),
          msg: `Unknown field: ${key.slice(0, 80)}.`,
        }))
      : [{ path: issue.path.join("."), msg: issue.message }],
  );
  throw new AppError("invalid_input", {
    msg: details[0]?.msg ?? "The request body could not be read.",
    details,
  });
}
