import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { LazyArea } from "./lazy-area.tsx";

afterEach(() => vi.restoreAllMocks());

function Greeting({ word }: { word: string }) {
  return <p>The area says {word}.</p>;
}

it("says that its code could not be fetched, keeps the page, and appears on another try", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  let loads = 0;
  const source = {
    name: "The calendar",
    load: async () => {
      loads += 1;
      if (loads === 1) throw new TypeError("Failed to fetch dynamically imported module");
      return Greeting;
    },
  };
  const area = (word: string) => (
    <LazyArea
      source={source}
      loading={<p>Loading…</p>}
      frame={(failure) => <section aria-label="Calendar">{failure}</section>}
    >
      {(Part) => <Part word={word} />}
    </LazyArea>
  );
  const { unmount } = render(
    <>
      <input aria-label="Your answer" />
      {area("hello")}
    </>,
  );
  expect(screen.getByText("Loading…")).toBeDefined();
  await userEvent.type(screen.getByLabelText("Your answer"), "The base rate");
  expect(await screen.findByText("The calendar could not be loaded. Check your connection.")).toBeDefined();
  expect(screen.getByRole("region", { name: "Calendar" })).toBeDefined();
  expect(log.mock.calls.flat().join(" ")).toContain("dynamically imported module");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("The area says hello.")).toBeDefined();
  expect(screen.getByLabelText("Your answer")).toHaveProperty("value", "The base rate");

  unmount();
  render(area("welcome back"));
  expect(screen.getByText("The area says welcome back.")).toBeDefined();
  expect(loads).toBe(2);
});
