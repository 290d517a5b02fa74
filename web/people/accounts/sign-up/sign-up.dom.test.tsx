import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import SignUp from "../pages/sign-up.tsx";
import { pendingSignUp } from "./pending-sign-up.ts";

serveCallAnswers();

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
    screen.getByText("For payments, and for interviewers whose slots you book. Practice does not use it."),
  ).toBeDefined();
});

describe("after a code was sent", () => {
  const signUp = () => renderScreen(<SignUp />, { path: "/signup" });
  beforeEach(() =>
    pendingSignUp.save({ email: "old@test.example", nextAt: Date.now() + 60_000, signupToken: "t" }),
  );

  it("a reloaded page asks for the code again", async () => {
    signUp();
    await screen.findByRole("heading", { name: "Check your email" });
    expect(screen.queryByRole("button", { name: "Enter the code" })).toBeNull();
  });

  it("a person who left the page and comes back gets the form, and a way to enter the code", async () => {
    signUp().unmount();
    const { user } = signUp();
    expect(await screen.findByRole("heading", { name: "Create your account" })).toBeDefined();
    expect(screen.getByText(/We sent a code to/).textContent).toContain("old@test.example");
    await user.click(screen.getByRole("button", { name: "Enter the code" }));
    await screen.findByRole("heading", { name: "Check your email" });
  });
});
