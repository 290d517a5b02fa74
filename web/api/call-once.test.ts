import { expect, it } from "vitest";
import { createSendOnce } from "./call-once.ts";
import { ApiError, errorMessage, NetworkError } from "./errors.ts";

const lost = () => new NetworkError("no answer");

function setUp(answers: (string | Error)[]) {
  let made = 0;
  const sentKeys: string[] = [];
  const sendOnce = createSendOnce(
    () => {
      made += 1;
      return `key ${made}`;
    },
    async () => undefined,
  );
  const send = async (key: string) => {
    sentKeys.push(key);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { sentKeys, run: (request: unknown) => sendOnce(request, send) };
}

it("sends again under the same key when the answer was lost", async () => {
  const { run, sentKeys } = setUp([lost(), new ApiError(503, {}, null), "done"]);
  expect(await run({ score: 4 })).toBe("done");
  expect(sentKeys).toEqual(["key 1", "key 1", "key 1"]);
});

it("keeps the key for the person's next attempt, and uses another one for another request", async () => {
  const { run, sentKeys } = setUp([lost(), lost(), lost(), "done", "other"]);
  const failure = await run({ score: 4 }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NetworkError);
  expect(errorMessage(failure, { failed: "Failed.", network: "Network error." })).toBe(
    "Network error.\nWe couldn't check whether it arrived. It's safe to try again: it counts only once.",
  );
  await run({ score: 4 });
  await run({ score: 2 });
  expect(sentKeys).toEqual(["key 1", "key 1", "key 1", "key 1", "key 2"]);
});

it("does not send again after a refusal", async () => {
  const { run, sentKeys } = setUp([new ApiError(409, { msg: "No" }, null), "done"]);
  await expect(run({})).rejects.toThrow("No");
  await run({});
  expect(sentKeys).toEqual(["key 1", "key 2"]);
});

it("sends again when the server was too slow to answer, as it may have made the change", async () => {
  const tooSlow = new NetworkError("gave up", { timedOut: true });
  const { run, sentKeys } = setUp([tooSlow, tooSlow, "done"]);
  expect(await run({ score: 4 })).toBe("done");
  expect(sentKeys).toEqual(["key 1", "key 1", "key 1"]);
});

it.each([401, 429])(
  "keeps the key after %i, because an earlier attempt may have been accepted",
  async (status) => {
    const { run, sentKeys } = setUp([lost(), new ApiError(status, { msg: "Not now" }, null), "done"]);
    await expect(run({ score: 4 })).rejects.toThrow("Not now");
    expect(await run({ score: 4 })).toBe("done");
    expect(sentKeys).toEqual(["key 1", "key 1", "key 1"]);
  },
);
