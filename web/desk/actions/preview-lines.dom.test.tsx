import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { PreviewLines } from "./preview-lines.tsx";

it("breaks a line of a preview after the separators of an address, and never inside an amount", () => {
  const text = "dev.patel@greenroom.example: ₹149.80 of ₹749.00 goes back on 2026-11-20.";
  renderScreen(<PreviewLines lines={[{ label: "Refund", text }]} />);
  const detail = screen.getByRole("definition");
  expect(detail.textContent).toBe(text);
  expect(detail.innerHTML.replaceAll(/<\/?span[^>]*>/g, "")).toBe(
    "dev.<wbr>patel@<wbr>greenroom.<wbr>example: ₹149.80 of ₹749.00 goes back on 2026-11-20.",
  );
});
