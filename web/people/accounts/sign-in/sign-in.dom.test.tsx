import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import { sampleUser } from "../../../testing/sample-data.ts";
import SignIn from "../pages/sign-in.tsx";

const calls = serveCallAnswers();
const signIn = "POST /api/auth/signin-password";

async function fillIn(email = "meera@greenroom.example", password = "correct horse 12") {
  const { user: person, path } = renderScreen(<SignIn />, { path: "/signin" });
  if (email !== "") await person.type(await screen.findByLabelText(/^Email/), email);
  if (password !== "") await person.type(screen.getByLabelText(/^Password/), password);
  await person.click(screen.getByRole("button", { name: "Sign In" }));
  return { person, path };
}

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
