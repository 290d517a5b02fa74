import type { Room } from "@greenroom/contract/room/room.ts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { sampleUser, storeSession } from "../../testing/sample-data.ts";
import { RoomLayout } from "../layout/room-layout.tsx";
import { MarkMoment } from "./mark-moment.tsx";

const calls = serveCallAnswers();
const room = { bookingId: "0190a5b8-7c00-7000-8000-00000000000f" } as Room;

const markPath = `POST /api/rooms/${room.bookingId}/marks`;

function open({ isFooterHidden = false } = {}) {
  storeSession(sampleUser);
  calls.set({
    [markPath]: { body: { atSeconds: 65 } },
  });
  const { user } = renderScreen(
    <RoomLayout footer={<MarkMoment room={room} />} isFooterHidden={isFooterHidden}>
      <textarea aria-label="Code" />
    </RoomLayout>,
  );
  return { user, button: screen.getByRole("button", { name: "Mark this moment" }) };
}
const note = () => screen.queryByRole("textbox", { name: /^A line about this moment/ });

it("opens with the focus in the note, and returns it when the mark is saved", async () => {
  const { user, button } = open();
  await user.click(button);
  expect(document.activeElement).toBe(note());
  await user.keyboard("Draws first{Enter}");
  expect(await screen.findByText("Marked 1:05: Good.")).toBeDefined();
  expect(note()).toBeNull();
  expect(document.activeElement).toBe(button);
  expect(calls.sent.at(-1)?.body).toMatchObject({ label: "good", note: "Draws first" });
});

it("returns the focus to the code that somebody typed in when they pressed Alt+M", async () => {
  const { user } = open();
  const code = screen.getByRole("textbox", { name: "Code" });
  await user.click(code);
  await user.keyboard("{Alt>}m{/Alt}");
  await waitFor(() => expect(document.activeElement).toBe(note()));
  await user.keyboard("{Escape}");
  expect(note()).toBeNull();
  expect(document.activeElement).toBe(code);
});

it("closes when somebody presses the button again or works elsewhere", async () => {
  const { user, button } = open();
  await user.click(button);
  await user.click(button);
  expect(note()).toBeNull();
  await user.click(button);
  expect(note()).not.toBeNull();
  await user.click(screen.getByRole("textbox", { name: "Code" }));
  expect(note()).toBeNull();
});

it("opens while a phone's keyboard hides the row of buttons", async () => {
  const { user } = open({ isFooterHidden: true });
  await user.keyboard("{Alt>}m{/Alt}");
  await waitFor(() => expect(document.activeElement).toBe(note()));
});

it("keeps the note when the mark is not saved, and sends the same mark again", async () => {
  const { user, button } = open();
  calls.set({ [markPath]: ["cut", { body: { atSeconds: 65 } }] });
  await user.click(button);
  await user.keyboard("Draws first{Enter}");
  expect(await screen.findByText("Network error. The mark is not saved yet: press again.")).toBeDefined();
  expect(note()).toHaveProperty("value", "Draws first");
  await user.keyboard("{Enter}");
  expect(await screen.findByText("Marked 1:05: Good.")).toBeDefined();
  const [lost, again] = calls.sent.map(({ body }) => body as { id: string; note: string });
  expect(again?.id).toBe(lost?.id);
  expect(again?.note).toBe("Draws first");
});

it("stays open while a letter is composed, which Escape ends first", async () => {
  const { user, button } = open();
  await user.click(button);
  fireEvent.keyDown(document, { key: "Escape", isComposing: true });
  expect(note()).not.toBeNull();
  fireEvent.keyDown(document, { key: "Escape" });
  expect(note()).toBeNull();
});
