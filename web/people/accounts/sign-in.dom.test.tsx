import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { tokenKey, userKey } from "../../session/session-store.ts";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser } from "../../testing/sample-data.ts";
import SignIn from "./pages/sign-in.tsx";
import SignUp, { pendingSignUp } from "./pages/sign-up.tsx";

describe("sign in", () => {
  const calls = serveCallAnswers();
  const signIn = "POST /api/auth/signin-password";

  async function fillIn(email = "meera@greenroom.example", password = "correct horse 12") {
    const { user: person, path, search } = renderScreen(<SignIn />, { path: "/signin" });
    if (email !== "") await person.type(await screen.findByLabelText(/^Email/), email);
    if (password !== "") await person.type(screen.getByLabelText(/^Password/), password);
    await person.click(screen.getByRole("button", { name: "Sign In" }));
    return { person, path, search };
  }

  it.each([
    ["#reset=012345", "012345"],
    ["#reset=012345&email=a%40b.c", "012345"],
    ["#reset=12345", null],
    ["#reset=<script>", null],
    ["#how-it-works", null],
  ])("opened with %s, takes the code %s", async (hash, code) => {
    renderScreen(<SignIn />, { path: `/signin${hash}`, route: "/signin" });
    const title = code === null ? "Sign in" : "Set a new password";
    expect(await screen.findByRole("heading", { level: 1, name: title })).toBeDefined();
    if (code !== null) expect(screen.getByLabelText(/^Code/)).toHaveProperty("value", code);
  });

  describe("signing in with a password", () => {
    it("opens the dashboard and keeps the session for the next visit", async () => {
      calls.set({ [signIn]: { body: { user: sampleUser, token: "a token" } } });
      const { path } = await fillIn();
      await waitFor(() => expect(path()).toBe("/interviewee-dashboard"));
      expect(calls.sent.find(({ name }) => name === signIn)?.body).toEqual({
        email: "meera@greenroom.example",
        password: "correct horse 12",
      });
      expect(localStorage.getItem("greenroom.token")).toBe("a token");
    });

    it("shows the server's message, and keeps what was typed", async () => {
      calls.set({ [signIn]: { status: 401, body: { code: "unauthorized", msg: "Invalid credentials" } } });
      await fillIn();
      expect(await screen.findByRole("alert")).toHaveProperty(
        "textContent",
        expect.stringContaining("Invalid credentials"),
      );
      expect(screen.getByLabelText(/^Email/)).toHaveProperty("value", "meera@greenroom.example");
      expect(screen.getByLabelText(/^Password/)).toHaveProperty("value", "correct horse 12");
    });

    it("reports a lost connection, and works on the next attempt", async () => {
      calls.set({ [signIn]: ["cut", { body: { user: sampleUser, token: "a token" } }] });
      const { person, path } = await fillIn();
      expect(await screen.findByText(/Network error/)).toBeDefined();
      await person.click(screen.getByRole("button", { name: "Sign In" }));
      await waitFor(() => expect(path()).toBe("/interviewee-dashboard"));
    });

    it("shows only the last of two failures", async () => {
      calls.set({
        [signIn]: { status: 401, body: { code: "unauthorized", msg: "Invalid credentials" } },
        "POST /api/auth/signin-otp-start": { status: 429, body: { code: "too_many", msg: "Too many codes" } },
      });
      const { person } = await fillIn();
      await screen.findByText("Invalid credentials");
      await person.click(screen.getByRole("button", { name: "Sign in with OTP" }));
      await screen.findByText("Too many codes");
      expect(screen.queryByText("Invalid credentials")).toBeNull();
      await person.click(screen.getByRole("button", { name: "Sign In" }));
      await screen.findByText("Invalid credentials");
      expect(screen.queryByText("Too many codes")).toBeNull();
    });

    it("works with a full storage, for this tab", async () => {
      calls.set({ [signIn]: { body: { user: sampleUser, token: "a token" } } });
      const full = vi.spyOn(localStorage, "setItem").mockImplementation(() => {
        throw new DOMException("Full", "QuotaExceededError");
      });
      const { path } = await fillIn();
      await waitFor(() => expect(path()).toBe("/interviewee-dashboard"));
      expect(sessionStorage.getItem("greenroom.token")).toBe("a token");
      full.mockRestore();
    });

    it("names an empty field, focuses it, and sends nothing", async () => {
      await fillIn("", "");
      const email = screen.getByLabelText(/^Email/);
      await waitFor(() => expect(email.getAttribute("aria-invalid")).toBe("true"));
      expect(document.activeElement).toBe(email);
      expect(calls.sent.filter(({ name }) => name === signIn)).toEqual([]);
    });

    it("sends one call for two clicks", async () => {
      calls.set({ [signIn]: "hang" });
      const { person } = await fillIn();
      await person.click(screen.getByRole("button", { name: /Sign In|Signing in/ }));
      await waitFor(() => expect(calls.sent.filter(({ name }) => name === signIn)).toHaveLength(1));
    });
  });

  it("goes on with what the person wanted, also from the tab that the mail about a new password opens", async () => {
    calls.set({
      "POST /api/auth/forgot-password": { body: { msg: "A code is on its way." } },
      [signIn]: { body: { user: sampleUser, token: "a token" } },
    });
    const wanted = "/interviewee-dashboard/booking?slot=1";
    const first = renderScreen(<SignIn />, { path: `/signin?next=${encodeURIComponent(wanted)}` });
    await first.user.type(await screen.findByLabelText(/^Email/), "meera@greenroom.example");
    await first.user.click(screen.getByRole("button", { name: "Forgot password?" }));
    await screen.findByRole("heading", { name: "Set a new password" });
    first.unmount();
    const { path, search } = await fillIn();
    await waitFor(() => expect(path() + search()).toBe(wanted));
  });

  describe("the other ways to sign in", () => {
    const otherWays = () =>
      ["Sign in with OTP", "Forgot password?"].map((name) => screen.getByRole("button", { name }));

    it("say that they need an email address first, and take the reason away once there is one", async () => {
      const { user: person } = renderScreen(<SignIn />, { path: "/signin" });
      const reason = await screen.findByText("To use these, enter your email above.");
      for (const button of otherWays()) {
        expect(button.getAttribute("aria-disabled")).toBe("true");
        expect(button.getAttribute("aria-describedby")).toBe(reason.id);
      }
      await person.type(screen.getByLabelText(/^Email/), "meera@greenroom.example");
      expect(screen.queryByText("To use these, enter your email above.")).toBeNull();
      for (const button of otherWays()) {
        expect(button.getAttribute("aria-disabled")).toBeNull();
        expect(button.getAttribute("aria-describedby")).toBeNull();
      }
    });
  });
});

describe("sign up", () => {
  const calls = serveCallAnswers();

  it.each([
    ["/signup", "We'll email you a code. Then you can practice alone for free, or choose a plan and book"],
    [
      "/signup?next=%2Fpractice",
      "We'll email you a code. Then you can practice: it is free, and you need no plan.",
    ],
    ["/signup?next=%2Fpractice%2Fdrills%2Fsql", "Then you can practice: it is free"],
    ["/signup?next=%2Fpracticed", "or choose a plan and book"],
    ["/signup?next=https%3A%2F%2Fother.example%2Fpractice", "or choose a plan and book"],
    ["/signup?next=%2Finterviewer-invitation#invited=a%40b.example", "Then you can answer your invitation."],
  ])("%s says where the account leads", async (path, text) => {
    renderScreen(<SignUp />, { path, route: "/signup" });
    expect(await screen.findByText(text, { exact: false })).toBeDefined();
  });

  it("says why it asks for a mobile number", async () => {
    renderScreen(<SignUp />, { path: "/signup?next=%2Fpractice", route: "/signup" });
    const number = await screen.findByLabelText(/^Mobile number/);
    expect(number.getAttribute("aria-describedby")).not.toBeNull();
    expect(
      screen.getByText("So we can reach you about an interview. Practice does not use it."),
    ).toBeDefined();
  });

  describe("after a code was sent", () => {
    const signUp = () => renderScreen(<SignUp />, { path: "/signup" });
    beforeEach(() =>
      pendingSignUp.save({ email: "old@test.example", nextAt: Date.now() + 60_000, signupToken: "t" }),
    );

    it("a page that was reloaded or left asks for the code again, and lets the person change the address", async () => {
      signUp().unmount();
      const { user } = signUp();
      await screen.findByRole("heading", { name: "Check your email" });
      await user.click(screen.getByRole("button", { name: "Change email" }));
      expect(await screen.findByRole("heading", { name: "Create your account" })).toBeDefined();
    });

    it("the sixth digit sends the code", async () => {
      const { user, path } = signUp();
      calls.set({ "POST /api/auth/signup-verify": { body: { user: sampleUser, token: "a token" } } });
      await user.type(await screen.findByLabelText(/^Code/), "12345");
      expect(calls.sent).toEqual([]);
      await user.type(screen.getByLabelText(/^Code/), "6");
      await waitFor(() => expect(path()).toBe("/interviewee-dashboard"));
      expect(calls.sent.filter(({ name }) => name.endsWith("verify")).map(({ body }) => body)).toEqual([
        { email: "old@test.example", otp: "123456", signupToken: "t" },
      ]);
    });
  });
});

describe("somebody who is signed in already", () => {
  serveCallAnswers();
  const slot = "/pricing?slot=6f4f9c1e-3f0e-4a7c-8f53-1f2b9d8c7a60";
  const storeSession = () => {
    localStorage.setItem(tokenKey, "a token");
    localStorage.setItem(userKey, JSON.stringify(sampleUser));
  };
  const linkTo = async (name: string) => (await screen.findByRole("link", { name })).getAttribute("href");

  it.each([
    ["/signup", <SignUp key="up" />],
    ["/signin", <SignIn key="in" />],
  ])("goes on from %s to the page that they wanted, if it is ours", async (path, element) => {
    storeSession();
    const { unmount } = renderScreen(element, {
      path: `${path}?next=${encodeURIComponent(slot)}`,
      route: path,
    });
    expect(await linkTo("Continue")).toBe(slot);
    unmount();
    renderScreen(element, { path: `${path}?next=https%3A%2F%2Fother.example`, route: path });
    expect(await linkTo("Go to your dashboard")).toBe("/interviewee-dashboard");
  });

  it("since the code was typed in another tab, can go on in this one", async () => {
    pendingSignUp.save({ email: sampleUser.email, nextAt: Date.now() + 60_000, signupToken: "t" });
    renderScreen(<SignUp />, { path: `/signup?next=${encodeURIComponent(slot)}`, route: "/signup" });
    await screen.findByRole("heading", { name: "Check your email" });
    expect(screen.queryByText(/You are signed in/)).toBeNull();
    storeSession();
    for (const [key, newValue] of [
      [tokenKey, "a token"],
      [userKey, JSON.stringify(sampleUser)],
    ] as const)
      act(() => void window.dispatchEvent(new StorageEvent("storage", { key, newValue })));
    expect(await screen.findByText(/You are signed in as/)).toBeDefined();
    expect(await linkTo("Continue")).toBe(slot);
  });
});
