import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { serveCallAnswers } from "../../../../testing/call-answers.ts";
import { sampleUser, storeSession } from "../../../../testing/sample-data.ts";
import { emptyRoom, openForm } from "../../feedback-form.testing.tsx";

const calls = serveCallAnswers();

it("clears the scores of areas that another role does not have, keeps the notes, and undoes that", async () => {
  storeSession({ ...sampleUser, role: "interviewer" });
  calls.set(emptyRoom);
  const { user } = openForm();
  await user.keyboard("4{Tab}3Knows why.{Tab}5");
  const chosen = () =>
    screen.getAllByRole<HTMLInputElement>("radio").flatMap(({ checked, value }) => (checked ? [value] : []));
  const role = screen.getByLabelText<HTMLSelectElement>("Role");
  await user.selectOptions(role, "Data analyst");
  expect(chosen()).toEqual([]);
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Notes on statistics/).value).toBe("Knows why.");
  expect(
    screen.getByText(
      "This role has other areas, so your scores for Problem solving, ML/DS knowledge and Coding were cleared. Your notes on ML/DS knowledge are now under Statistics and metrics: check that they fit.",
    ),
  ).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Undo the change of role" }));
  expect(chosen()).toEqual(["4", "3", "5"]);
  expect(role.value).toBe("general");
  expect(document.activeElement).toBe(role);
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});
