import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderScreen } from "../testing/render-screen.tsx";
import { Modal } from "./dialogs.tsx";

it("scrolls to what gets the focus when Tab goes on from the end of a dialog to its beginning, and back", async () => {
  const shown: (string | null)[] = [];
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    shown.push(this.getAttribute("aria-label") ?? this.textContent);
  });
  const { user } = renderScreen(
    <Modal open title="Refund a payment" onClose={() => undefined}>
      <input aria-label="Reason" />
      <button type="button">Refund</button>
    </Modal>,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Reason")));
  // The first field does not scroll, so that a long text above it stays in view.
  expect(shown).toEqual([]);
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Close" }));
  await user.tab({ shift: true });
  expect(shown).toEqual(["Refund", "Close", "Refund"]);
});
