import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ErrorArea } from "./content.tsx";
import { ErrorState } from "./loading.tsx";

let fails = true;
function Board() {
  if (fails) throw new Error("an element without a size");
  return <p>The board</p>;
}

describe("error area", () => {
  it("keeps the rest of the page, logs the error, and renders its part again", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    render(
      <>
        <button type="button">Mute</button>
        <ErrorArea message="The board stopped working.">
          <Board />
        </ErrorArea>
      </>,
    );
    expect(screen.getByRole("alert").textContent).toContain("The board stopped working.");
    expect(screen.getByRole("button", { name: "Mute" })).toBeDefined();
    expect(log.mock.calls.flat().join(" ")).toContain("an element without a size");
    fails = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(screen.getByText("The board")).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says calmly what is not shown in See as, with nothing to try again", () => {
    render(<ErrorState message="Not shown in See as." onRetry={() => undefined} />);
    expect(screen.getByText("Not shown in See as.")).toBeDefined();
    expect(screen.queryByRole("alert")).toBeNull();
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });
});
