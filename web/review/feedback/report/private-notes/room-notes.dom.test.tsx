import type { InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { screen, within } from "@testing-library/react";
import type { GlobalWindow } from "happy-dom";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serveCallAnswers } from "../../../../testing/call-answers.ts";
import { renderScreen } from "../../../../testing/render-screen.tsx";
import { sampleBooking, sampleUser, storeSession } from "../../../../testing/sample-data.ts";
import { WriteFeedbackModal } from "../write-feedback-modal.tsx";

const calls = serveCallAnswers();
const { happyDOM } = window as unknown as GlobalWindow;
afterEach(() => happyDOM.setViewport({ width: 1024 }));
const id = sampleBooking._id;
const booking = {
  ...sampleBooking,
  goal: null,
  userId: { _id: sampleUser._id, firstName: "Meera", lastName: "Iyer", email: sampleUser.email },
  intervieweeFeedback: null,
} as unknown as InterviewerBooking;
const mark = {
  ...{ id: "mark", at: "2026-11-20T12:35:00.000Z", atSeconds: 818, personId: "asha" },
  ...{ kind: "mark", label: "good", note: "Fixes the bug alone" },
};

beforeEach(() => {
  storeSession({ ...sampleUser, role: "interviewer" });
  calls.set({
    [`GET /api/rooms/${id}/record`]: { body: { bookingId: id, people: [], items: [mark] } },
    [`GET /api/rooms/${id}/notes`]: {
      body: { body: "- Plan came first. Wobbly on p.\nBook again?", version: 1 },
    },
  });
});

function open() {
  return renderScreen(
    <WriteFeedbackModal
      booking={booking}
      about="Meera"
      noShowAction={null}
      onClose={() => undefined}
      onWritten={async () => undefined}
    />,
  );
}

const texts = () =>
  screen.getAllByRole<HTMLTextAreaElement>("textbox").flatMap(({ value }) => (value === "" ? [] : [value]));
const moment = "[13:38, marked good] Fixes the bug alone";

it("shows private notes in lines, and takes over only those that were clicked, to the field in use", async () => {
  const { user } = open();
  const notes = within(await screen.findByRole("list", { name: "Your private notes" }));
  expect(notes.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Add Plan came first.",
    "Add Wobbly on p.",
    "Add Book again?",
  ]);
  await screen.findByText(/Moments that you marked are filled in/);
  expect(texts()).toEqual([moment]);

  await user.click(screen.getByLabelText(/^Notes on coding/));
  await user.click(notes.getByRole("button", { name: "Add Wobbly on p." }));
  expect(texts()).toEqual([`${moment}\nWobbly on p.`]);
  expect(screen.getByText("A line of your notes was added to the notes on coding.")).toBeDefined();
  expect(notes.getByRole("button", { name: "Add Wobbly on p. · added" })).toBeDefined();

  await user.type(screen.getByLabelText(/^Summary/), "Calm.");
  await user.click(notes.getByRole("button", { name: "Add Plan came first." }));
  expect(texts()).toEqual([`${moment}\nWobbly on p.`, "Calm. Plan came first."]);

  await user.click(
    screen.getByRole("radio", { name: "4 Good", description: /^Says the plan and mostly thinks/ }),
  );
  expect(screen.getByText(/A click adds a line to the notes on communication\.$/)).toBeDefined();
  await user.click(notes.getByRole("button", { name: "Add Plan came first. · added" }));
  expect(texts()).toContain("Plan came first.");
});

it("has the lines below each field on a phone", async () => {
  happyDOM.setViewport({ width: 390 });
  const { user } = open();
  const coding = within(await screen.findByRole("region", { name: "Coding" }));
  await user.click(await coding.findByText(/^Add from your notes/));
  await user.click(coding.getByRole("button", { name: "Add Wobbly on p." }));
  expect(coding.getByLabelText<HTMLTextAreaElement>(/^Notes on coding/).value).toMatch(/\nWobbly on p\.$/);
  await user.click(
    screen.getByText(
      (_, element) =>
        /^Add from your notes to the summary \(3\)$/.test(element?.textContent ?? "") &&
        element?.tagName === "SUMMARY",
    ),
  );
  const lists = screen.getAllByRole("list", { name: "Your private notes" });
  await user.click(within(lists.at(-1) as HTMLElement).getByRole("button", { name: "Add Plan came first." }));
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Summary/).value).toBe("Plan came first.");
});

it("shows only the time of a moment that is in the notes", async () => {
  const { user } = open();
  const added = await screen.findByRole("button", { name: /^Add 13:38.+· added$/ });
  expect(added.textContent).not.toContain("Fixes the bug alone");
  await user.clear(screen.getByLabelText(/^Notes on coding/));
  expect(screen.getByRole("button", { name: /^Add 13:38/ }).textContent).toContain("Fixes the bug alone");
});

it("says that private notes could not be loaded", async () => {
  calls.set({
    [`GET /api/rooms/${id}/record`]: { body: { bookingId: id, people: [], items: [mark] } },
    [`GET /api/rooms/${id}/notes`]: { status: 403, body: { code: "forbidden", msg: "No." } },
  });
  open();
  expect(await screen.findByRole("heading", { name: "Your notes from the room" })).toBeDefined();
  expect(await screen.findByRole("button", { name: "Try again" })).toBeDefined();
});
