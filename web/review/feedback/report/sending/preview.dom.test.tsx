import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../../../testing/sample-data.ts";
import { emptyRoom, id, openForm, record } from "../../feedback-form.testing.tsx";

const calls = serveCallAnswers();

it("shows the form as the interviewee will see it, and leaves it as it was", async () => {
  storeSession({ ...sampleUser, firstName: "Asha", lastName: "Nair", role: "interviewer" });
  calls.set(emptyRoom);
  const { user } = openForm();
  await user.click(screen.getByRole("button", { name: "Preview" }));
  const preview = () => within(screen.getByRole("dialog", { name: "As Meera will see it" }));
  expect(preview().getByText("Nothing to show yet")).toBeDefined();
  await user.click(preview().getByRole("button", { name: "Close" }));
  await user.click(screen.getAllByRole("radio", { name: "4 Good" })[0] as HTMLElement);
  await user.type(screen.getByLabelText(/^Notes on problem/), "[[1:14, marked good] Asks for the goal");
  await user.type(
    screen.getByLabelText(/^Summary/),
    "Frames the problem{Enter}first.{Enter}{Enter}Practice the launch.",
  );
  await user.type(screen.getByLabelText(/^Next steps/), "- Write a plan.");
  await user.type(screen.getByLabelText(/^Questions asked/), "1. Rank a feed");
  await user.click(screen.getByRole("button", { name: "Preview" }));
  expect(preview().getByText("“Frames the problem first.”")).toBeDefined();
  expect(preview().getByText("Practice the launch.")).toBeDefined();
  expect(preview().getByText("Asha Nair")).toBeDefined();
  expect(preview().getByText("Asks for the goal")).toBeDefined();
  expect(preview().getByText("1:14 · marked good")).toBeDefined();
  expect(preview().getByRole("checkbox", { name: "Write a plan." })).toHaveProperty("checked", false);
  expect(preview().getByText("Rank a feed")).toBeDefined();
  await user.click(preview().getByRole("checkbox", { name: "Write a plan." }));
  await user.click(preview().getByRole("button", { name: "Close" }));
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Next steps/).value).toBe("- Write a plan.");
  expect(calls.sent.filter(({ name }) => name.startsWith("POST"))).toEqual([]);
});

it.each([
  ["without a record", [], "[1:14] Asks", /This interview left no record, so Meera gets this as a PDF\.$/],
  [
    "with one",
    record.items,
    "[1:14] Asks",
    /In the report, each time opens the record, and the measurements/,
  ],
  ["without a time", record.items.slice(0, 2), "Asks", /In the report, the measurements follow\.$/],
])("says in the preview what the report adds %s", async (_, items, notes, text) => {
  storeSession({ ...sampleUser, role: "interviewer" });
  calls.set({ ...emptyRoom, [`GET /api/rooms/${id}/record`]: { body: { ...record, items } } });
  const { user } = openForm();
  await user.click(screen.getAllByRole("radio", { name: "4 Good" })[0] as HTMLElement);
  await user.type(screen.getByLabelText(/^Notes on problem/), notes.replace("[", "[["));
  await user.type(screen.getByLabelText(/^Summary/), "Clear.");
  await user.click(screen.getByRole("button", { name: "Preview" }));
  const preview = within(screen.getByRole("dialog", { name: "As Meera will see it" }));
  expect(await preview.findByText(text)).toBeDefined();
  if (notes !== "Asks") expect(preview.getByText("Asks")).toBeDefined();
});
