import { afterEach, expect, it } from "vitest";
import { requestMissingStyles } from "./missing-styles.ts";

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
