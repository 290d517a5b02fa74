import { afterEach, expect, it } from "vitest";
import { createSendOnce } from "./calls.ts";
import { ApiError, errorMessage, NetworkError, setTokenSource } from "./client.ts";

afterEach(() => setTokenSource(() => null));

const lost = () => new NetworkError("no answer");

function setUp(answers: (string | Error)[]) {
  let made = 0;
  const sentKeys: string[] = [];
  const clock = { now: Date.parse("2026-11-23T09:00:00Z") };
  const sendOnce = createSendOnce({
    makeKey: () => {
      made += 1;
      return `key ${made}`;
    },
    pause: async () => undefined,
    now: () => clock.now,
  });
  const send = async (key: string) => {
    sentKeys.push(key);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const run = (content: unknown, to: unknown = "POST /api/feedback") => sendOnce({ to, content }, send);
  return { sentKeys, run, wait: (minutes: number) => (clock.now += minutes * 60_000) };
}

const sentThreeTimes = (key: string) => [key, key, key];

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

it("is another request when it is sent long after an attempt without an answer", async () => {
  const { run, sentKeys, wait } = setUp([lost(), lost(), lost(), "done"]);
  await expect(run({ day: "Thursday" })).rejects.toThrow(NetworkError);
  wait(6);
  expect(await run({ day: "Thursday" })).toBe("done");
  expect(sentKeys).toEqual([...sentThreeTimes("key 1"), "key 2"]);
});

it("counts that time from the last attempt", async () => {
  const { run, sentKeys, wait } = setUp([lost(), lost(), lost(), lost(), lost(), lost(), "done"]);
  for (const _ of ["first click", "second click"]) {
    await expect(run({ day: "Thursday" })).rejects.toThrow(NetworkError);
    wait(4);
  }
  expect(await run({ day: "Thursday" })).toBe("done");
  expect(new Set(sentKeys)).toEqual(new Set(["key 1"]));
});

it("is another request after a different one of the same kind was accepted", async () => {
  const { run, sentKeys } = setUp([lost(), lost(), lost(), "back on Tuesday", "done"]);
  await expect(run({ day: "Thursday" })).rejects.toThrow(NetworkError);
  await run({ day: "Tuesday" });
  expect(await run({ day: "Thursday" })).toBe("done");
  expect(sentKeys).toEqual([...sentThreeTimes("key 1"), "key 2", "key 3"]);
});

it("keeps the key although a different one was refused, or one to another address was accepted", async () => {
  const refused = new ApiError(409, { msg: "Taken" }, null);
  const { run, sentKeys } = setUp([lost(), lost(), lost(), refused, "other", "done"]);
  await expect(run({ day: "Thursday" })).rejects.toThrow(NetworkError);
  await expect(run({ day: "Friday" })).rejects.toThrow("Taken");
  await run({ day: "Friday" }, "POST /api/other");
  expect(await run({ day: "Thursday" })).toBe("done");
  expect(sentKeys).toEqual([...sentThreeTimes("key 1"), "key 2", "key 3", "key 1"]);
});

it("is not sent again automatically after somebody else has signed in", async () => {
  let token = "Meera's";
  setTokenSource(() => token);
  const sentWith: string[] = [];
  const sendOnce = createSendOnce({
    pause: async () => {
      token = "Kavya's";
    },
  });
  const send = async () => {
    sentWith.push(token);
    throw lost();
  };
  await expect(sendOnce({ to: "POST /api/practice/rounds", content: {} }, send)).rejects.toThrow(
    NetworkError,
  );
  expect(sentWith).toEqual(["Meera's"]);
});
