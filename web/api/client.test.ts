import { signinPassword } from "@greenroom/contract/accounts.ts";
import { bookSlot, listBookings } from "@greenroom/contract/bookings.ts";
import { getRoom } from "@greenroom/contract/meetings.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call } from "./client.ts";
import { takeTokensFrom } from "./credentials.ts";
import { ApiError, fieldProblems, messageOf, NetworkError } from "./errors.ts";
import { sessionEnded } from "./session-ended.ts";

const fetchMock = vi.fn<typeof fetch>();
const sentences = { failed: "Signin failed", network: "Network error" };
const body = { email: "meera@example.com", password: "pass" };

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock.mockReset());
  takeTokensFrom(() => null);
  sessionEnded.clear();
});
afterEach(() => vi.unstubAllGlobals());

function answer(status: number, content: unknown, headers: Record<string, string> = {}): void {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  fetchMock.mockResolvedValue(new Response(status === 204 ? null : text, { status, headers }));
}

async function failureOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
}

test("sends token, key and body, and answers the output", async () => {
  takeTokensFrom(() => "token-1");
  answer(201, { _id: "b1" });
  const slot = { startTime: "2026-11-20T12:30:00.000Z", interviewerId: "i1" };
  await expect(call(bookSlot, { body: slot, idempotencyKey: "key-1" })).resolves.toEqual({ _id: "b1" });
  const [url, init] = fetchMock.mock.calls[0] ?? [];
  expect(url).toBe("/api/user/bookings");
  expect(init?.method).toBe("POST");
  expect(Object.fromEntries(new Headers(init?.headers))).toMatchObject({
    authorization: "Bearer token-1",
    "content-type": "application/json",
    "idempotency-key": "key-1",
  });
  expect(JSON.parse(String(init?.body))).toEqual(slot);
});

test("fills parameters as one part of the path", async () => {
  answer(200, {});
  await call(getRoom, { params: { id: "a/../b" } });
  expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/rooms/a%2F..%2Fb");
});

test.each([
  {
    what: "the server's own sentence",
    status: 401,
    content: { msg: "No.", code: "wrong_credentials" },
    said: "No.",
  },
  { what: "a proxy's page", status: 502, content: "<html>Bad gateway</html>", said: "Signin failed" },
  { what: "an empty sentence", status: 500, content: { msg: "", code: "internal" }, said: "Signin failed" },
])("says the right thing after $what", async ({ status, content, said }) => {
  answer(status, content);
  const error = await failureOf(call(signinPassword, { body }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status });
  expect(messageOf(error, sentences)).toBe(said);
});

test("carries the fields and the wait of an error", async () => {
  const details = [{ path: "email", msg: "Enter a valid email address." }];
  answer(
    429,
    { msg: "Slow down.", code: "too_many_requests", details, requestId: "r1" },
    { "Retry-After": "42" },
  );
  const error = await failureOf(call(signinPassword, { body }));
  expect(error).toMatchObject({ code: "too_many_requests", requestId: "r1", retryAfterSeconds: 42 });
  expect(fieldProblems(error)).toEqual(details);
});

test("a server that cannot be reached is a network error", async () => {
  fetchMock.mockRejectedValue(new TypeError("Failed to fetch"));
  const error = await failureOf(call(signinPassword, { body }));
  expect(error).toBeInstanceOf(NetworkError);
  expect(messageOf(error, sentences)).toBe("Network error");
});

test("a caller's own abort is not a network error", async () => {
  const abort = new AbortController();
  fetchMock.mockImplementation(async () => {
    abort.abort();
    throw abort.signal.reason;
  });
  const error = await failureOf(call(listBookings, { signal: abort.signal }));
  expect(error).toBe(abort.signal.reason);
});

test.each([
  { held: "token-1", code: "not_signed_in", ends: true },
  { held: null, code: "not_signed_in", ends: false },
  { held: "token-1", code: "wrong_credentials", ends: false },
])("401 $code with token $held: session ended is $ends", async ({ held, code, ends }) => {
  takeTokensFrom(() => held);
  answer(401, { msg: "No.", code, requestId: "r" });
  await failureOf(call(listBookings));
  expect(sessionEnded.isEnded()).toBe(ends);
});
