import { setImmediate } from "node:timers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serveCallAnswers } from "../testing/call-answers.ts";
import { ApiError, NetworkError, sessionEnded, setTokenSource } from "./client.ts";
import { download, upload } from "./files.ts";

const calls = serveCallAnswers();
const bookingId = "0190a5b8-7c00-7000-8000-0000000000b2";
const path = `POST /api/interviewer/feedback-upload/${bookingId}`;
const stored = { status: 201, body: { msg: "Stored.", feedbackFileUrl: "/files/1" } };

beforeEach(() => setTokenSource(() => "a token"));
afterEach(() => {
  setTokenSource(() => null);
  sessionEnded.clear();
});

const file = new File(["%PDF-1.7 my notes"], "notes.pdf", { type: "application/pdf" });
const send = (options: { signal?: AbortSignal; idempotencyKey?: string } = {}) =>
  upload("POST /api/interviewer/feedback-upload/:bookingId", {
    params: { bookingId },
    field: "feedback",
    file,
    ...options,
  });
/** Waits for the call without advancing the clock of the test. */
async function arrival() {
  while (calls.sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
}
/** The error of an upload that fails. */
const failure = (sending: Promise<unknown>) =>
  sending.then(
    () => Promise.reject(new Error("The upload succeeded")),
    (error: unknown) => error,
  );

it("sends the file in the endpoint's field, with the sign-in and the key of the attempt", async () => {
  calls.set({ [path]: stored });
  expect(await send({ idempotencyKey: "one attempt" })).toEqual(stored.body);
  expect(calls.sent).toHaveLength(1);
  const { headers, body } = calls.sent[0] as (typeof calls.sent)[number];
  expect(headers).toMatchObject({ authorization: "Bearer a token", "idempotency-key": "one attempt" });
  expect(headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  expect(body).toMatch(/name="feedback"; filename="notes\.pdf"/);
  expect(body).toContain("%PDF-1.7 my notes");
});

it("sends no sign-in and no key without them", async () => {
  setTokenSource(() => null);
  calls.set({ [path]: stored });
  await send();
  const { headers } = calls.sent[0] as (typeof calls.sent)[number];
  expect(headers).not.toHaveProperty("authorization");
  expect(headers).not.toHaveProperty("idempotency-key");
});

it("fails with the server's refusal", async () => {
  const details = [{ path: "feedback", msg: "It is empty." }];
  const body = { code: "too_many_requests", msg: "Too many uploads.", requestId: "r", details };
  calls.set({ [path]: { status: 429, body, headers: { "Retry-After": "30" } } });
  const error = await failure(send());
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    ...{ status: 429, code: "too_many_requests", msg: "Too many uploads." },
    ...{ details, retryAfterSeconds: 30 },
  });
  expect(sessionEnded.isEnded()).toBe(false);
});

it("notices that the sign-in has ended", async () => {
  calls.set({ [path]: { status: 401, body: { code: "not_signed_in", msg: "Sign in again." } } });
  expect(await failure(send())).toMatchObject({ status: 401, code: "not_signed_in" });
  expect(sessionEnded.isEnded()).toBe(true);
});

it("fails as a lost connection when the answer is cut", async () => {
  calls.set({ [path]: "cut" });
  const error = await failure(send());
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toMatchObject({ timedOut: false });
});

it("gives up after half a minute without traffic", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  calls.set({ [path]: "hang" });
  const failed = failure(send());
  const outcome = vi.fn();
  void failed.then(outcome);
  await arrival();
  await vi.advanceTimersByTimeAsync(29_900);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  const error = await failed;
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toMatchObject({ timedOut: true });
});

it("reports the share that was sent, and waits longer while more of the file leaves", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  // The test's DOM does not report the progress of an upload.
  let request: XMLHttpRequest | undefined;
  const open = XMLHttpRequest.prototype.open;
  vi.spyOn(XMLHttpRequest.prototype, "open").mockImplementation(function (
    this: XMLHttpRequest,
    ...parameters: unknown[]
  ) {
    request = this;
    open.apply(this, parameters as Parameters<typeof open>);
  });
  calls.set({ [path]: "hang" });
  const shares: number[] = [];
  const failed = failure(
    upload("POST /api/interviewer/feedback-upload/:bookingId", {
      params: { bookingId },
      field: "feedback",
      file,
      onProgress: (share) => shares.push(share),
    }),
  );
  const outcome = vi.fn();
  void failed.then(outcome);
  await arrival();
  for (const loaded of [1, 2, 4]) {
    await vi.advanceTimersByTimeAsync(20_000);
    request?.upload.dispatchEvent(
      new ProgressEvent("progress", { lengthComputable: true, loaded, total: 4 }),
    );
  }
  request?.upload.dispatchEvent(new ProgressEvent("progress", { lengthComputable: false, loaded: 5 }));
  expect(shares).toEqual([0.25, 0.5, 1]);
  await vi.advanceTimersByTimeAsync(29_900);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(await failed).toMatchObject({ timedOut: true });
});

it("ends with the reason of the person who cancels it", async () => {
  calls.set({ [path]: "hang" });
  const controller = new AbortController();
  const failed = failure(send({ signal: controller.signal }));
  await arrival();
  const reason = new Error("Canceled");
  controller.abort(reason);
  expect(await failed).toBe(reason);
});

it("sends nothing that was canceled before", async () => {
  calls.set({ [path]: stored });
  const reason = new Error("Canceled");
  expect(await failure(send({ signal: AbortSignal.abort(reason) }))).toBe(reason);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(calls.sent).toEqual([]);
});

it.each([
  [
    "the server's name",
    "attachment; filename=\"report.pdf\"; filename*=UTF-8''report%20of%20Zo%C3%AB.pdf",
    "report of Zoë.pdf",
  ],
  ["its name for old clients", 'attachment; filename="earnings.csv"', "earnings.csv"],
  ["a name of its own without one", null, "download"],
])("saves a download under %s", async (_, disposition, name) => {
  const headers: Record<string, string> = disposition === null ? {} : { "content-disposition": disposition };
  calls.set({ "GET /api/interviewer/earnings.csv": { body: "", headers } });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await download("GET /api/interviewer/earnings.csv", null);
  expect(saved).toEqual([name]);
});
