import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ErrorArea } from "./content.tsx";
import { ErrorState, LazyArea, loadWithStyles, requestMissingStyles } from "./loading.tsx";

let fails = true;
function Board() {
  if (fails) throw new Error("an element without a size");
  return <p>The board</p>;
}

describe("error area", () => {
  afterEach(() => vi.restoreAllMocks());

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

function Greeting({ word }: { word: string }) {
  return <p>The area says {word}.</p>;
}

describe("lazy area", () => {
  afterEach(() => vi.restoreAllMocks());

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
});

describe("missing styles", () => {
  afterEach(() => document.head.replaceChildren());

  function addStylesheet(sheet: unknown): HTMLLinkElement {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    Object.defineProperty(link, "sheet", { value: sheet });
    document.head.append(link);
    return link;
  }
  const current = () => document.querySelector("link") as HTMLLinkElement;

  it("requests a stylesheet again that could not be fetched, and no other one", async () => {
    const loaded = addStylesheet({ cssRules: ["a rule"] });
    await requestMissingStyles();
    expect(current()).toBe(loaded);
    loaded.remove();

    const failed = addStylesheet({ cssRules: [] });
    const requested = requestMissingStyles();
    expect(current()).not.toBe(failed);
    current().dispatchEvent(new Event("load"));
    await requested;
  });

  it("fails while the stylesheet is still missing", async () => {
    addStylesheet(null);
    const requested = requestMissingStyles();
    current().dispatchEvent(new Event("error"));
    await expect(requested).rejects.toThrow("could not be fetched");
  });

  it("requests the styles of a part again only after its code could not be fetched", async () => {
    const failed = addStylesheet(null);
    let loads = 0;
    const source = {
      load: async () => {
        loads += 1;
        if (loads === 1) throw new TypeError("Failed to fetch dynamically imported module");
        return "the part";
      },
    };
    await expect(loadWithStyles(source)).rejects.toThrow(TypeError);
    expect(current()).toBe(failed);
    const part = loadWithStyles(source);
    expect(current()).not.toBe(failed);
    current().dispatchEvent(new Event("load"));
    expect(await part).toBe("the part");
  });
});
