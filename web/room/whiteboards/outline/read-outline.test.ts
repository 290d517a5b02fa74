import { expect, it } from "vitest";
import { readOutline } from "./read-outline.ts";

const element = (id: string, type: string, more: object = {}) => ({ id, type, isDeleted: false, ...more });

it("reads boxes by their texts and arrows between them as links", () => {
  const outline = readOutline([
    element("a", "rectangle"),
    element("ta", "text", { containerId: "a", originalText: " Feature store " }),
    element("b", "ellipse"),
    element("l", "arrow", { startBinding: { elementId: "a" }, endBinding: { elementId: "b" } }),
    element("tl", "text", { containerId: "l", originalText: "nightly" }),
    element("free", "text", { originalText: "Goal: clicks", containerId: null }),
    element("pen", "freedraw"),
    element("loose", "arrow", { startBinding: { elementId: "a" }, endBinding: null }),
  ]);
  expect(outline).toEqual({
    boxes: [
      { id: "a", name: "Feature store", title: "Feature store" },
      { id: "b", name: "", title: "Box 2, without a name" },
    ],
    links: [
      {
        id: "l",
        from: { id: "a", name: "Feature store", title: "Feature store" },
        to: { id: "b", name: "", title: "Box 2, without a name" },
        label: "nightly",
      },
    ],
    texts: [{ id: "free", text: "Goal: clicks" }],
    drawingCount: 2,
  });
});

it("leaves out what was deleted, and links to it", () => {
  const outline = readOutline([
    element("a", "rectangle"),
    element("b", "rectangle", { isDeleted: true }),
    element("l", "arrow", { startBinding: { elementId: "a" }, endBinding: { elementId: "b" } }),
    element("t", "text", { originalText: "old", isDeleted: true }),
  ]);
  expect(outline).toEqual({
    boxes: [{ id: "a", name: "", title: "Box 1, without a name" }],
    links: [],
    texts: [],
    drawingCount: 1,
  });
});

it("tells boxes of the same name apart", () => {
  const { boxes } = readOutline([
    element("a", "rectangle"),
    element("ta", "text", { containerId: "a", originalText: "Queue" }),
    element("b", "rectangle"),
    element("tb", "text", { containerId: "b", originalText: "Queue" }),
  ]);
  expect(boxes.map(({ title }) => title)).toEqual(["Queue", "Queue (2)"]);
});
