import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ApplicationForm } from "./application-form.tsx";

const calls = serveCallAnswers();
const apply = "POST /api/applications";
const thanks = "Thank you. Your application has arrived.";

async function fillIn() {
  const { user } = renderScreen(<ApplicationForm />);
  const type = (label: RegExp, text: string) => user.type(screen.getByLabelText(label), text);
  await type(/^Name/, "Tara Rao");
  await type(/^Email/, "tara@greenroom.example");
  await type(/^Years/, "6");
  await type(/^Your profile/, "linkedin.com/in/tara");
  await type(/^Experience/, "Ranking models.");
  for (const group of screen.getAllByRole("group"))
    await user.click(within(group).getAllByRole("checkbox")[0] as HTMLElement);
  await type(/^Your availability/, "Evenings");
  await user.click(screen.getByLabelText(/^Your review/));
  await user.paste("The candidate found a good plan and should test the edge cases first. ".repeat(8));
  return user;
}

const send = () => screen.getByRole("button", { name: "Send application" });

it("shows the thanks and the next steps where the form was, with the focus on them", async () => {
  calls.set({ [apply]: { status: 201, body: { msg: thanks } } });
  const user = await fillIn();
  await user.click(send());
  expect(await screen.findByText(thanks)).toBeTruthy();
  expect(screen.queryByRole("form")).toBeNull();
  expect(screen.getByRole("heading", { name: "What happens next" })).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toContain(thanks));
});

it("keeps what was typed when it could not be sent, and sends it on the next try", async () => {
  calls.set({ [apply]: ["cut", { status: 201, body: { msg: thanks } }] });
  const user = await fillIn();
  await user.click(send());
  expect(await screen.findByText(/Nothing that you typed is lost/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe("Tara Rao");
  await user.click(send());
  expect(await screen.findByText(thanks)).toBeTruthy();
});
