import { expect, it } from "vitest";
import { itemsAround } from "./items-around.ts";

const items = Array.from({ length: 20 }, (_, index) => ({ id: `i${index}` }));
const ids = (id: string | null, list = items) => itemsAround(list, id).map((item) => item.id);

it.each([
  ["in the middle", "i10", ["i9", "i10", "i11", "i12", "i13"]],
  ["at the beginning", "i0", ["i0", "i1", "i2", "i3", "i4"]],
  ["at the end", "i19", ["i15", "i16", "i17", "i18", "i19"]],
  ["that is not listed", "gone", ["i0", "i1", "i2", "i3", "i4"]],
])("shows five items around one %s", (_, id, expected) => {
  expect(ids(id)).toEqual(expected);
});

it("shows a short list whole", () => {
  expect(ids("i2", items.slice(0, 3))).toEqual(["i0", "i1", "i2"]);
  expect(ids(null, [])).toEqual([]);
});
