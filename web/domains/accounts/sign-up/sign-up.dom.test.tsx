import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../../testing/call-answers.ts";
import { renderScreen } from "../../../testing/render-screen.tsx";
import SignUp from "../pages/sign-up.tsx";

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
