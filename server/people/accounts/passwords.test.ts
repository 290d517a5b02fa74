import { hash } from "@node-rs/argon2";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { openTestWorkerPool, signInAs, testPassword, useTestApp } from "../../testing/app.ts";
import { objectStreamBomb } from "../../testing/files.ts";
import type { WorkerPool } from "../../workers/worker-pool.ts";
import { checkNewPassword } from "./passwords.ts";

describe("check new password", () => {
  const check = (workers: WorkerPool, password: string) =>
    checkNewPassword(
      { workers, log: pino({ level: "silent" }) },
      { password, personal: ["meera@example.com", "Meera"] },
      "password",
    );

  it("refuses an easy one, also while files keep all worker processes busy", async () => {
    const workers = openTestWorkerPool({ processes: 1, maxWaiting: 0, taskMilliseconds: 20_000 });
    const upload = workers.run("resavePdf", { content: objectStreamBomb(16), maxBytes: 1_000_000 });
    await expect(check(workers, "Meera@1992")).rejects.toMatchObject({
      code: "invalid_input",
      details: [{ path: "password", msg: expect.stringContaining("your name or email") }],
    });
    await expect(check(workers, "brave-Otter-77!")).resolves.toBeUndefined();
    await upload.catch(() => undefined);
    await workers.close();
  }, 60_000);
});

describe("passwords", () => {
  const app = useTestApp();

  describe("sign-in with a password", () => {
    it("gives the same answer for a wrong password and an unknown address", async () => {
      const { user } = await app.signUp();
      const wrong = await signInAs(app, user.email, "nope");
      const unknown = await signInAs(app, "ghost@test.example", "nope");
      expect(wrong.status).toBe(401);
      expect({ ...wrong.body, requestId: "" }).toEqual({ ...unknown.body, requestId: "" });
    });

    it("takes a password in whichever form the keyboard sends it, also against an older hash", async () => {
      const composed = "caf\u00e9-heron-41!";
      const forms = [composed, composed.normalize("NFD")];
      const signIn = async (email: string, password = "") => (await signInAs(app, email, password)).status;
      const { user, token } = await app.signUp();
      const body = { currentPassword: testPassword, newPassword: forms[1] };
      expect((await app.post({ token }, "/api/user/change-password", body)).status).toBe(200);
      for (const typed of forms) expect(await signIn(user.email, typed)).toBe(200);
      for (const chosen of forms) {
        // As it was stored before.
        const passwordHash = await hash(chosen);
        await app.deps.database
          .updateTable("users")
          .set({ passwordHash })
          .where("id", "=", user._id)
          .execute();
        for (const typed of forms) expect(await signIn(user.email, typed)).toBe(200);
      }
      expect(await signIn(user.email, "cafe-heron-41!")).toBe(401);
    });

    it("takes a pasted address and a pasted code with what was around them", async () => {
      const { user } = await app.signUp();
      const email = `\u200bCand <${user.email}>`;
      await app.call("POST", "/api/auth/signin-otp-start", { body: { email } });
      const code = await app.codeMailedTo(user.email);
      const otp = `\u202a${code.slice(0, 3)}-${code.slice(3)}\u202c.`;
      expect((await app.call("POST", "/api/auth/signin-otp-verify", { body: { email, otp } })).status).toBe(
        200,
      );
    });
  });

  it("a reset sets the new password, ends every session and tells the owner", async () => {
    const { user, token } = await app.signUp();
    const asked = await app.call("POST", "/api/auth/forgot-password", { body: { email: user.email } });
    const unknown = await app.call("POST", "/api/auth/forgot-password", {
      body: { email: "ghost2@test.example" },
    });
    expect(asked.body).toEqual(unknown.body);
    const otp = await app.codeMailedTo(user.email);
    const link = (await app.mailsTo(user.email)).at(-1)?.text ?? "";
    expect(link).toContain(`${app.deps.config.publicUrl}/signin#reset=${otp}`);
    const weak = await app.call("POST", "/api/auth/reset-password", {
      body: { email: user.email, otp, newPassword: "weak" },
    });
    expect(weak.body.details[0].path).toBe("newPassword");
    const reset = await app.call("POST", "/api/auth/reset-password", {
      body: { email: user.email, otp, newPassword: "quiet-Heron-41!" },
    });
    expect(reset.status).toBe(200);
    expect((await app.get({ token }, "/api/user/profile")).status).toBe(401);
    const old = await signInAs(app, user.email);
    expect(old.status).toBe(401);
    const now = await signInAs(app, user.email, "quiet-Heron-41!");
    expect(now.status).toBe(200);
    await app.runJobs();
    const subjects = (await app.mailsTo(user.email)).map(({ subject }) => subject);
    expect(subjects).toContain("Your password was changed");
  });

  it("a reset password is refused with and without an account when it contains that person's name", async () => {
    const { user } = await app.signUp({ firstName: "Zyskowska", email: "someone@test.example" });
    const reset = async (email: string) => {
      const body = { email, otp: "000000", newPassword: "Zyskowska#77!" };
      const answer = await app.call("POST", "/api/auth/reset-password", { body });
      return { ...answer.body, requestId: "" };
    };
    expect(await reset(user.email)).toEqual(await reset("ghost3@test.example"));
  });

  describe("change of password", () => {
    it("needs the current one, ends every session and says so in the pinned words", async () => {
      const { user, token } = await app.signUp();
      const change = (currentPassword: string) =>
        app.post({ token }, "/api/user/change-password", { currentPassword, newPassword: "quiet-Heron-41!" });
      const wrong = await change("not it");
      expect(wrong.status).toBe(400);
      expect(wrong.body.details[0].path).toBe("currentPassword");
      const changed = await change(testPassword);
      expect(changed.body.msg).toBe("Password updated successfully. You will be logged out now.");
      expect((await app.get({ token }, "/api/user/profile")).status).toBe(401);
      const fresh = await signInAs(app, user.email, "quiet-Heron-41!");
      expect(fresh.status).toBe(200);
    });

    it("refuses one that is easy to guess for people who know the user", async () => {
      const { token } = await app.signUp({ firstName: "Kavitha", lastName: "Subramanian" });
      const word = "it is built on a common word or name";
      for (const [newPassword, why] of [
        ["Sunrise#2026", word],
        ["Subramanian#9", "it contains your name or email"],
        ["Greenroom@123", word],
      ]) {
        const { status, body } = await app.post({ token }, "/api/user/change-password", {
          currentPassword: testPassword,
          newPassword,
        });
        expect([newPassword, status, body.details]).toEqual([
          newPassword,
          400,
          [
            {
              path: "newPassword",
              msg: `This password is too easy to guess: ${why}. Please choose another.`,
            },
          ],
        ]);
      }
    });

    it("distinguishes passwords of 100 characters by their last one", async () => {
      const { user, token } = await app.signUp();
      const long = `quiet-Heron-41!${"x".repeat(84)}`;
      await app.post({ token }, "/api/user/change-password", {
        currentPassword: testPassword,
        newPassword: `${long}a`,
      });
      const signIn = (password: string) => signInAs(app, user.email, password);
      expect((await signIn(`${long}b`)).status).toBe(401);
      expect((await signIn(`${long}a`)).status).toBe(200);
    });
  });
});
