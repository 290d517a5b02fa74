import type { TextModel } from "./port.ts";

const checkWithin = 20_000;

/** Asks for one word. A truncated answer is fine too, because it shows that URL, key and model are right. */
export async function checkModel(model: Pick<TextModel, "complete">): Promise<void> {
  const word = {
    type: "object",
    properties: { word: { type: "string" } },
    required: ["word"],
    additionalProperties: false,
  };
  await model.complete(
    {
      instructions: "Answer with the word ready.",
      data: "Are you ready?",
      schema: { name: "readiness", json: word },
      maxOutputTokens: 64,
    },
    AbortSignal.timeout(checkWithin),
  );
}
