import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { renderScreen } from "../../testing/render-screen.tsx";
import { attachSlideshow } from "./home-scripts.ts";
import { Slideshow } from "./how-it-works.tsx";
import { slides } from "./slides.tsx";

const width = 600;
let prefersReducedMotion = false;

// A document without a browser has no layout, so it scrolls nothing: the row is 600 pixels wide and scrolls at once.
beforeEach(() => {
  prefersReducedMotion = false;
  vi.useFakeTimers();
  vi.stubGlobal("matchMedia", () => ({ matches: prefersReducedMotion }));
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, "scrollTo").mockImplementation(function (this: HTMLElement, options) {
    this.scrollLeft = (options as ScrollToOptions).left ?? 0;
  });
});

const row = () => screen.getByRole("region", { name: "Pictures" });
const carousel = () => screen.getByRole("region", { name: "The product in six pictures" });
function openSlidecarousel(): void {
  renderScreen(<Slideshow />);
  attachSlideshow(carousel());
}
const shown = () => row().scrollLeft / width;
const marked = () =>
  screen
    .getAllByRole("button", { name: /^Picture \d/ })
    .findIndex((dot) => dot.getAttribute("aria-current") === "true");
const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

it("advances every five seconds, and from the last picture to the first", () => {
  openSlidecarousel();
  wait(4_900);
  expect(shown()).toBe(0);
  wait(200);
  expect([shown(), marked()]).toEqual([1, 1]);
  press("Previous picture");
  press("Previous picture");
  expect([shown(), marked()]).toEqual([slides.length - 1, slides.length - 1]);
  wait(5_100);
  expect([shown(), marked()]).toEqual([0, 0]);
});

it.each([
  [
    "the pointer is over it",
    () => fireEvent.pointerEnter(carousel()),
    () => fireEvent.pointerLeave(carousel()),
  ],
  ["the focus is in it", () => fireEvent.focus(row()), () => fireEvent.blur(row())],
  ["it is paused", () => press("Pause the pictures"), () => press("Play the pictures")],
])("stays while %s, and goes on afterwards", (_, hold, release) => {
  openSlidecarousel();
  hold();
  wait(20_000);
  expect(shown()).toBe(0);
  release();
  wait(5_100);
  expect(shown()).toBe(1);
});

it("does not move automatically for people who prefer reduced motion", () => {
  prefersReducedMotion = true;
  openSlidecarousel();
  wait(20_000);
  expect(shown()).toBe(0);
  expect(screen.getByRole("button", { name: "Play the pictures" })).toBeTruthy();
  press(/^Picture 3/);
  expect([shown(), marked()]).toEqual([2, 2]);
});

it("follows arrow keys and a swipe", () => {
  openSlidecarousel();
  fireEvent.keyDown(row(), { key: "ArrowRight" });
  expect(shown()).toBe(1);
  fireEvent(row(), new Event("scrollend"));
  row().scrollLeft = 3.2 * width;
  fireEvent(row(), new Event("scrollend"));
  expect(marked()).toBe(3);
});

it("ends at the picture that was asked for when two presses follow each other quickly", () => {
  openSlidecarousel();
  press("Next picture");
  press("Next picture");
  // The smooth scroll of the first press was interrupted on its way.
  row().scrollLeft = 1.4 * width;
  fireEvent(row(), new Event("scrollend"));
  expect([shown(), marked()]).toEqual([2, 2]);
});

it("announces pictures only while it does not move automatically", () => {
  openSlidecarousel();
  expect(row().getAttribute("aria-live")).toBe("off");
  press("Pause the pictures");
  expect(row().getAttribute("aria-live")).toBe("polite");
});
