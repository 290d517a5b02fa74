import { beforeEach, expect, test, vi } from "vitest";
import {
  ApiError,
  call,
  callForPage,
  errorMessage,
  fieldProblems,
  NetworkError,
  sessionEnded,
  setTokenSource,
} from "./client.ts";

const fetchMock = vi.fn<typeof fetch>();
const messages = { failed: "Signin failed", network: "Network error" };
const body = { email: "meera@example.com", password: "pass" };

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock.mockReset());
  setTokenSource(() => null);
  sessionEnded.clear();
});

function mockResponse(status: number, content: unknown, headers: Record<string, string> = {}): void {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  fetchMock.mockResolvedValue(new Response(status === 204 ? null : text, { status, headers }));
}

async function rejectionOf(attempt: Promise<unknown>): Promise<unknown> {
  return attempt.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
}

test.each([
  [{ Link: '</api/user/bookings?limit=1&after=a%2Bb>; rel="next"' }, "a+b"],
  [{ Link: '</api/user/bookings>; rel="prev"' }, null],
  [{}, null],
])("reads the cursor of the next page from %j", async (headers, next) => {
  mockResponse(200, [{ _id: "b1" }], headers as Record<string, string>);
  const query = { limit: "1", after: "place" };
  await expect(callForPage("GET /api/user/bookings", { query })).resolves.toEqual({
    output: [{ _id: "b1" }],
    next,
  });
  expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/user/bookings?limit=1&after=place");
});

test("sends token, key and body, and returns the output", async () => {
  setTokenSource(() => "token-1");
  mockResponse(201, { _id: "b1" });
  const slot = { startTime: "2026-11-20T12:30:00.000Z", interviewerId: "i1" };
  await expect(call("POST /api/user/bookings", { body: slot, idempotencyKey: "key-1" })).resolves.toEqual({
    _id: "b1",
  });
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

test("encodes a parameter as one segment of the path", async () => {
  mockResponse(200, {});
  await call("GET /api/rooms/:id", { params: { id: "a/../b" } });
  expect(fetchMock.mock.calls[0]?.[0]).toBe("/api/rooms/a%2F..%2Fb");
});

test.each([
  {
    what: "the server's own message",
    status: 401,
    content: { msg: "No.", code: "wrong_credentials" },
    said: "No.",
  },
  { what: "a proxy's page", status: 502, content: "<html>Bad gateway</html>", said: "Signin failed" },
  { what: "an empty message", status: 500, content: { msg: "", code: "internal" }, said: "Signin failed" },
])("shows the right message after $what", async ({ status, content, said }) => {
  mockResponse(status, content);
  const error = await rejectionOf(call("POST /api/auth/signin-password", { body }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status });
  expect(errorMessage(error, messages)).toBe(said);
});

test("keeps the fields and the retry delay of an error", async () => {
  const details = [{ path: "email", msg: "Enter a valid email address." }];
  mockResponse(
    429,
    { msg: "Slow down.", code: "too_many_requests", details, requestId: "r1" },
    { "Retry-After": "42" },
  );
  const error = await rejectionOf(call("POST /api/auth/signin-password", { body }));
  expect(error).toMatchObject({ code: "too_many_requests", requestId: "r1", retryAfterSeconds: 42 });
  expect(fieldProblems(error)).toEqual(details);
});

test("a server that cannot be reached is a network error", async () => {
  fetchMock.mockRejectedValue(new TypeError("Failed to fetch"));
  const error = await rejectionOf(call("POST /api/auth/signin-password", { body }));
  expect(error).toBeInstanceOf(NetworkError);
  expect(errorMessage(error, messages)).toBe("Network error");
});

test("a caller's own abort is not a network error", async () => {
  const abort = new AbortController();
  fetchMock.mockImplementation(async () => {
    abort.abort();
    throw abort.signal.reason;
  });
  const error = await rejectionOf(call("GET /api/user/bookings", { signal: abort.signal }));
  expect(error).toBe(abort.signal.reason);
});

test.each([
  { held: "token-1", code: "not_signed_in", ends: true },
  { held: null, code: "not_signed_in", ends: false },
  { held: "token-1", code: "wrong_credentials", ends: false },
])("401 $code with token $held: session ended is $ends", async ({ held, code, ends }) => {
  setTokenSource(() => held);
  mockResponse(401, { msg: "No.", code, requestId: "r" });
  await rejectionOf(call("GET /api/user/bookings"));
  expect(sessionEnded.isEnded()).toBe(ends);
});
