import { afterEach, expect, it } from "vitest";
import { loadWithStyles, requestMissingStyles } from "./missing-styles.ts";

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
