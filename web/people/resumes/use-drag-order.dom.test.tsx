import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, expect, it } from "vitest";
import { useDragOrder } from "./use-drag-order.ts";

const rowHeight = 40;
afterEach(cleanup);

/** A document without a browser has no layout: every row is 40 pixels high, below the one before. */
function rectOf(this: Element): DOMRect {
  const index = [...(this.parentElement?.children ?? [])].indexOf(this);
  return new DOMRect(0, index * rowHeight, 100, rowHeight);
}

function List() {
  const list = useRef<HTMLUListElement>(null);
  const [names, setNames] = useState(["Python", "SQL", "Go"]);
  const drag = useDragOrder(list, (from, to) =>
    setNames((before) => before.toSpliced(from, 1).toSpliced(to, 0, before[from] as string)),
  );
  return (
    <ul ref={list}>
      {names.map((name, index) => (
        <li
          key={name}
          ref={(row) => void (row && Object.assign(row, { getBoundingClientRect: rectOf }))}
          aria-current={drag.dragged === index}
        >
          <button type="button" onPointerDown={drag.grab(index)}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}

const names = () => screen.getAllByRole("button").map((button) => button.textContent);
const grab = (name: string, button = 0) =>
  fireEvent.pointerDown(screen.getByRole("button", { name }), { button });
/** The middle of a row. */
const moveOver = (row: number) => fireEvent.pointerMove(window, { clientY: (row + 0.5) * rowHeight });

it("moves a row to the place of the one under the pointer, and on from there", () => {
  render(<List />);
  grab("Python");
  moveOver(1);
  expect(names()).toEqual(["SQL", "Python", "Go"]);
  moveOver(2);
  expect(names()).toEqual(["SQL", "Go", "Python"]);
  expect(screen.getAllByRole("listitem")[2]?.getAttribute("aria-current")).toBe("true");
  fireEvent.pointerUp(window);
  moveOver(0);
  expect(names()).toEqual(["SQL", "Go", "Python"]);
});

it("leaves the order alone at a row's edge, so that two rows do not flicker", () => {
  render(<List />);
  grab("Python");
  fireEvent.pointerMove(window, { clientY: rowHeight + 4 });
  expect(names()).toEqual(["Python", "SQL", "Go"]);
});

it("ends when the system takes the pointer away", () => {
  render(<List />);
  grab("Python");
  fireEvent.pointerCancel(window);
  moveOver(2);
  expect(names()).toEqual(["Python", "SQL", "Go"]);
});

it("ignores the other buttons of a mouse", () => {
  render(<List />);
  grab("Python", 2);
  moveOver(2);
  expect(names()).toEqual(["Python", "SQL", "Go"]);
});
