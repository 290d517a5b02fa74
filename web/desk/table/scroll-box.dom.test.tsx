import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { ScrollBox } from "./data-table.tsx";

it("is no stop for Tab while all of its content is in sight", async () => {
  const { user } = renderScreen(
    <ScrollBox label="People">
      <button type="button">Joined</button>
    </ScrollBox>,
  );
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Joined" }));
});
