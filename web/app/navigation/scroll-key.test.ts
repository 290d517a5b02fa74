import { expect, it } from "vitest";
import { paths } from "../../paths.ts";
import { scrollKey } from "./scroll-key.ts";

it("differs between two pages that are each the first of their document", () => {
  const sessions = scrollKey({ key: "default", pathname: paths.mySessions });
  expect(scrollKey({ key: "default", pathname: paths.progress })).not.toBe(sessions);
  expect(scrollKey({ key: "default", pathname: paths.mySessions })).toBe(sessions);
});

it("is the entry's own key otherwise", () => {
  expect(scrollKey({ key: "k3x", pathname: paths.progress })).toBe("k3x");
});
