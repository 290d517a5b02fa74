import { z } from "zod";
import { type Access, endpoint, idParamsSchema, messageSchema } from "../kernel/endpoint.ts";
import { confirmedActionSchema, previewSchema } from "./actions.ts";

interface PreviewedActionInput<Shape extends z.ZodRawShape, Output extends z.ZodObject> {
  /** Contains `:id`, the record that the action concerns. */
  path: string;
  access: Access;
  /** Imperative: "Block a person". */
  summary: string;
  /** The fields of the action itself. */
  shape: Shape;
  needsRecentConfirmation?: boolean;
  /** The output of the second call; a message if omitted. */
  output?: Output;
}

/** Declares an action of the desk as two calls: one previews its effects, the other performs it. */
export function previewedAction<
  const Shape extends z.ZodRawShape,
  Output extends z.ZodObject = typeof messageSchema,
>(input: PreviewedActionInput<Shape, Output>) {
  const { path, access, summary, shape } = input;
  const { needsRecentConfirmation = false } = input;
  return {
    preview: endpoint({
      method: "POST",
      path: `${path}/preview`,
      access,
      limit: "desk-preview-by-user",
      summary: `Preview: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}`,
      params: idParamsSchema,
      body: z.strictObject(shape),
      output: previewSchema,
      needsRecentConfirmation,
    }),
    perform: endpoint({
      method: "POST",
      path,
      access,
      limit: "desk-action-by-user",
      summary,
      params: idParamsSchema,
      body: z.strictObject({ ...shape, ...confirmedActionSchema.shape }),
      output: (input.output ?? messageSchema) as Output,
      needsRecentConfirmation,
    }),
  };
}
