import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { nameParts } from "./name-parts.ts";

it("names what is there and what appears later, until it is ended", async () => {
  document.body.innerHTML = `<div><button class="main-menu-trigger"></button></div>`;
  const board = document.body.firstElementChild as HTMLElement;
  const end = nameParts(board);
  expect(screen.getByRole("button", { name: "Menu of the board" })).toBeTruthy();
  board.innerHTML = `<footer role="contentinfo" class="layer-ui__wrapper__footer"></footer>`;
  await waitFor(() => expect(screen.getByRole("group", { name: "Zoom and undo" })).toBeTruthy());
  end?.();
});
