import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { type CallAnswer, serveCallAnswers } from "../testing/call-answers.ts";
import { renderScreen } from "../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../testing/sample-data.ts";
import { NotesPanel } from "./notes-panel.tsx";

const calls = serveCallAnswers();
const bookingId = "0190a5b8-7c00-7000-8000-00000000000f";
const path = `/api/rooms/${bookingId}/notes`;
const saves = () => calls.sent.filter(({ name }) => name === `PUT ${path}`).map(({ body }) => body);

async function open(answer: CallAnswer | CallAnswer[]) {
  storeSession(sampleUser);
  calls.set({ [`GET ${path}`]: { body: { body: "" } }, [`PUT ${path}`]: answer });
  const { user } = renderScreen(<NotesPanel bookingId={bookingId} />);
  return { user, field: await screen.findByLabelText("Private notes") };
}

it("saves pasted notes without characters that the server refuses", async () => {
  const { user, field } = await open({ status: 204, body: null });
  await user.click(field);
  await user.paste("Strong\u0000on\tmetrics");
  await waitFor(() => expect(saves()).toEqual([{ body: "Strong on\tmetrics" }]));
  expect(await screen.findByText(/^Saved\./)).toBeDefined();
});

it("shows why the notes are refused, keeps them, and saves them again once they have changed", async () => {
  const msg = "The record of this interview was deleted, so it takes no notes.";
  const { user, field } = await open([
    { status: 409, body: { msg, code: "conflict" } },
    { status: 204, body: null },
  ]);
  await user.type(field, "Late");
  expect(await screen.findByText(`Not saved. ${msg}`)).toBeDefined();
  expect(field).toHaveProperty("value", "Late");
  await user.type(field, "r");
  expect(await screen.findByText(/^Saved\./)).toBeDefined();
  expect(saves()).toEqual([{ body: "Late" }, { body: "Later" }]);
});
