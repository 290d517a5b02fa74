import { screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { renderScreen } from "../testing/render-screen.tsx";
import { LazyPart, requestMissingStyles, useLoadAhead } from "./lazy-part.tsx";

/** A part whose first load fails, as while the network is away. */
function failingPart(name: string) {
  let loads = 0;
  const source = {
    name,
    load: async () => {
      loads += 1;
      if (loads === 1) throw new TypeError("Failed to fetch dynamically imported module");
      return Greeting;
    },
  };
  return { source, loads: () => loads };
}

function Greeting({ word }: { word: string }) {
  return <p>The part says {word}.</p>;
}

function Page({ ahead }: { ahead: Parameters<typeof useLoadAhead>[0] }) {
  useLoadAhead(ahead);
  return <input aria-label="Your answer" />;
}
const nothing: [] = [];

describe("a part that is fetched later", () => {
  it("that could not be fetched says so, keeps the page, and appears on another try", async () => {
    const { source } = failingPart("The editor");
    const { user } = renderScreen(
      <>
        <Page ahead={nothing} />
        <LazyPart source={source}>{(Part) => <Part word="hello" />}</LazyPart>
      </>,
    );
    await user.type(screen.getByLabelText("Your answer"), "The base rate");
    expect(await screen.findByText("The editor could not be loaded. Check your connection.")).toBeDefined();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("The part says hello.")).toBeDefined();
    expect(screen.getByLabelText("Your answer")).toHaveProperty("value", "The base rate");
  });

  it("requests its styles again on another try", async () => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    Object.defineProperty(link, "sheet", { value: null });
    document.head.append(link);
    const { source } = failingPart("The whiteboard");
    const part = <LazyPart source={source}>{(Part) => <Part word="hello" />}</LazyPart>;
    const { user } = renderScreen(part);
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(link.isConnected).toBe(false));
    expect(screen.queryByText("The part says hello.")).toBeNull();
    document.querySelector("link[rel=stylesheet]")?.dispatchEvent(new Event("load"));
    expect(await screen.findByText("The part says hello.")).toBeDefined();
    document.head.replaceChildren();
  });

  it("is fetched ahead when the page is used, again after a failure, and only until it is there", async () => {
    const { source, loads } = failingPart("The comparison");
    const { user } = renderScreen(<Page ahead={[source]} />);
    expect(loads()).toBe(0);
    vi.useFakeTimers({ toFake: ["Date"] });
    await user.type(screen.getByLabelText("Your answer"), "abc");
    expect(loads()).toBe(1);
    for (const expected of [2, 2]) {
      vi.setSystemTime(Date.now() + 60_000);
      await user.type(screen.getByLabelText("Your answer"), "d");
      await waitFor(() => expect(loads()).toBe(expected));
    }
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
});
