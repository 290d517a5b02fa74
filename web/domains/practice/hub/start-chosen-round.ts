import type { EndpointCall } from "@greenroom/contract/core/endpoint.ts";
import { type PracticeRound, startRound } from "@greenroom/contract/practice/rounds.ts";
import { callOnce } from "../../../api/call-once.ts";
import { fieldProblems } from "../../../api/errors.ts";

type StartBody = EndpointCall<typeof startRound>["body"];
type Choice = Pick<StartBody, "level" | "topic">;

/**
 * Starts a round of the chosen level and topic. A server of the previous version refuses both as unknown fields; the
 * round is then of any level and topic, which is better than none.
 */
export async function startChosenRound(
  body: Omit<StartBody, keyof Choice>,
  choice: Choice,
  seen: unknown,
): Promise<PracticeRound> {
  try {
    return await callOnce(startRound, { body: { ...body, ...choice } }, seen);
  } catch (error) {
    const isUnknown = fieldProblems(error).some(
      ({ path, msg }) => path in choice && msg === `Unknown field: ${path}.`,
    );
    if (!isUnknown) throw error;
    return await callOnce(startRound, { body }, seen);
  }
}
