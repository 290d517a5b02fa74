import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp, testPassword } from "../../../testing/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const post = (path: string, body: object) => app.call("POST", `/api/auth/${path}`, { body });

/** Each way that leads into an account, up to its answer. */
const ways: Record<string, (person: SignedUpUser) => Promise<{ status: number; body: object }>> = {
  "with the password": ({ user }) => post("signin-password", { email: user.email, password: testPassword }),
  async "with a mailed code"({ user }) {
    await post("signin-otp-start", { email: user.email });
    const otp = await app.codeMailedTo(user.email);
    return await post("signin-otp-verify", { email: user.email, otp });
  },
  async "with a new password"({ user }) {
    await post("forgot-password", { email: user.email });
    const otp = await app.codeMailedTo(user.email);
    const newPassword = "quiet-Heron-41!";
    await post("reset-password", { email: user.email, otp, newPassword });
    return await post("signin-password", { email: user.email, password: newPassword });
  },
};

describe.each(Object.entries(ways))("a sign-in %s", (_way, signIn) => {
  it("opens an account that is in order, and none that is blocked", async () => {
    const person = await app.signUp();
    app.clock.advance({ hours: 2 });
    expect((await signIn(person)).body).toHaveProperty("token");
    app.clock.advance({ hours: 2 });
    await app.deps.pool.query("update users set blocked_at = $2 where id = $1", [
      person.user._id,
      app.clock.now(),
    ]);
    // A blocked person may get no new code. The newest one is then from before the block, and is refused as
    // well.
    const refused = await signIn(person);
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.body).not.toHaveProperty("token");
  });
});
