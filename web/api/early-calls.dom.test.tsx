import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { serveCallAnswers } from "../testing/call-answers.ts";
import { call } from "./client.ts";
import { makeEarlyCalls } from "./early-calls.ts";

const calls = serveCallAnswers();
const answers = (...rows: string[]) => ({ "GET /api/user/waits": rows.map((body) => ({ body })) });
const timesAsked = () => calls.sent.filter(({ name }) => name === "GET /api/user/waits").length;
const askAs = (token: string) => call("GET /api/user/waits", { token });

/** Opens a screen that begins with a call for what the person waits for. */
function open(token = "meera"): void {
  window.history.replaceState(null, "", "/interviewee-dashboard/booking");
  makeEarlyCalls(token);
}

beforeEach(() => calls.set(answers("first", "second")));
afterEach(() => {
  globalThis.earlyCalls = undefined;
});

describe("a screen's first call, made while its scripts load", () => {
  it("is not made again, but a second one is", async () => {
    open();
    expect(await askAs("meera")).toBe("first");
    expect(timesAsked()).toBe(1);
    expect(await askAs("meera")).toBe("second");
  });

  it("is not shown to another person, who has signed in in between", async () => {
    open();
    await globalThis.earlyCalls?.get("/api/user/waits")?.response;
    expect(await askAs("asha")).toBe("second");
  });

  it("is made again after a change", async () => {
    open();
    await globalThis.earlyCalls?.get("/api/user/waits")?.response;
    await call("POST /api/auth/signout", { token: "meera" }).catch(() => undefined);
    expect(await askAs("meera")).toBe("second");
  });

  it("is made again when the scripts took too long", async () => {
    open();
    await globalThis.earlyCalls?.get("/api/user/waits")?.response;
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 15_000);
    expect(await askAs("meera")).toBe("second");
  });

  it("is made again when the connection was lost", async () => {
    calls.set({ "GET /api/user/waits": ["cut", { body: "later" }] });
    open();
    expect(await askAs("meera")).toBe("later");
  });

  it("says why it was refused", async () => {
    const refusal = { status: 401, body: { msg: "Please sign in.", code: "not_signed_in" } };
    calls.set({ "GET /api/user/waits": refusal });
    open();
    await expect(askAs("meera")).rejects.toMatchObject({ status: 401, msg: "Please sign in." });
    expect(timesAsked()).toBe(1);
  });
});
