import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ContactForm } from "./pages/contact.tsx";

const calls = serveCallAnswers();
const send = "POST /api/contact";

async function write(message = "Is there a student price?") {
  const { user } = renderScreen(<ContactForm />);
  await user.type(screen.getByLabelText(/^Name/), "Asha");
  await user.type(screen.getByLabelText(/^Email/), "asha@greenroom.example");
  await user.type(screen.getByLabelText(/^Message/), message);
  return user;
}

const press = () => screen.getByRole("button", { name: /Send message/ });
const fieldValue = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value;

it("sends the message, confirms it, and empties the form", async () => {
  calls.set({ [send]: { body: { msg: "Thank you." } } });
  const user = await write();
  await user.click(press());
  expect(await screen.findByText("Message sent — we will contact you soon!")).toBeDefined();
  expect(calls.sent.find(({ name }) => name === send)?.body).toEqual({
    name: "Asha",
    email: "asha@greenroom.example",
    message: "Is there a student price?",
    website: "",
  });
  expect(fieldValue(/^Message/)).toBe("");
});

it.each([
  [
    "the server's own message",
    { status: 429, body: { code: "too_many_requests", msg: "Too many messages." } },
    "Too many messages.",
  ],
  ["our own message when the server sends none", { status: 500, body: {} }, "Failed to send message"],
  ["a network failure", "cut" as const, "Network error or server unavailable"],
])("shows %s, and keeps what was written", async (_, answer, sentence) => {
  calls.set({ [send]: answer });
  const user = await write();
  await user.click(press());
  expect((await screen.findByRole("alert")).textContent).toContain(sentence);
  expect(fieldValue(/^Message/)).toBe("Is there a student price?");
});

it("shows the server's problem at its field", async () => {
  const details = [{ path: "email", msg: "This address takes no mail." }];
  calls.set({
    [send]: { status: 400, body: { code: "invalid_input", msg: "Please check the form.", details } },
  });
  const user = await write();
  await user.click(press());
  expect(await screen.findByText("This address takes no mail.")).toBeDefined();
  expect(screen.getByLabelText(/^Email/).getAttribute("aria-invalid")).toBe("true");
});

it("restores the draft after leaving and reopening the page", async () => {
  await write("A long question");
  await waitFor(() => expect(sessionStorage.length + localStorage.length).toBeGreaterThan(0));
  const [session, local] = [{ ...sessionStorage }, { ...localStorage }];
  cleanup();
  Object.assign(sessionStorage, session);
  Object.assign(localStorage, local);
  renderScreen(<ContactForm />);
  await waitFor(() => expect(fieldValue(/^Message/)).toBe("A long question"));
});
