import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp, testPassword } from "../../testing/app.ts";

let app: TestApp;
let owner: SignedUpUser;
let person: SignedUpUser;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  owner = await app.signUpOperator();
  person = await app.signUp({ firstName: "Meera", lastName: "Iyer" });
});
afterAll(() => app.close());

/** Previews and confirms an action on the person, typing what the preview asks for. */
async function act(action: string, input: object = {}, by = owner) {
  const path = `/api/operator/people/${person.user._id}/${action}`;
  const shown = await app.call("POST", `${path}/preview`, { token: by.token, body: input });
  if (shown.status !== 200) return shown;
  const { version, typedConfirmation } = shown.body;
  const typed = typedConfirmation === null ? {} : { typed: typedConfirmation };
  const body = { ...input, reason: "Undone right after it was done", version, ...typed };
  return await app.call("POST", path, { token: by.token, body });
}

describe("an undo", () => {
  const changedSince =
    "This has changed in the meantime, so it was not undone. Reload the person to see the change.";

  it("of a right gives nothing back that another owner has taken away since", async () => {
    await act("role", { role: "owner" });
    const other = await app.signUpOperator();
    await act("role", { role: "none" }, other);
    const undone = await act("role", { role: "support", replaces: "owner" });
    expect([undone.status, undone.body.code, undone.body.msg]).toEqual([409, "conflict", changedSince]);
    const row = await app.call("GET", `/api/operator/people/${person.user._id}`, { token: owner.token });
    expect(row.body).toMatchObject({ isOperator: false, operatorLevel: null });
    await act("role", { role: "owner" });
    expect((await act("role", { role: "none", replaces: "owner" })).status).toBe(200);
  });

  it("of a block leaves a block that was made after it", async () => {
    const { replaces } = (await act("block")).body.undo.body;
    await act("unblock");
    app.clock.set(addMinutes(app.clock.now(), 1));
    const ofLater = (await act("block")).body.undo.body;
    const undone = await act("unblock", { replaces });
    expect([undone.status, undone.body.msg]).toEqual([409, changedSince]);
    const credentials = { email: person.user.email, password: testPassword };
    expect((await app.call("POST", "/api/auth/signin-password", { body: credentials })).status).toBe(403);
    expect((await act("unblock", ofLater)).status).toBe(200);
  });

  it("of details leaves those that the person has entered since", async () => {
    const { firstName, lastName, mobileNumber } = person.user;
    const before = { firstName, lastName, mobileNumber };
    const replaces = { ...before, lastName: "Rao" };
    await act("details", replaces);
    await app.call("POST", "/api/user/account", {
      token: person.token,
      body: { ...before, lastName: "Das" },
    });
    const undone = await act("details", { ...before, replaces });
    expect([undone.status, undone.body.msg]).toEqual([409, changedSince]);
    await act("details", replaces);
    expect((await act("details", { ...before, replaces })).status).toBe(200);
  });
});
