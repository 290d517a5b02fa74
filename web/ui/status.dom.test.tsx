import { render } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { StatusMessage, withSign } from "./status.tsx";

describe("status message", () => {
  let top = 0;
  let shown: (string | null)[] = [];
  beforeEach(() => {
    shown = [];
    vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
      shown.push(this.textContent);
    });
    vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(
      () => new DOMRect(0, top, 300, 50),
    );
  });

  function showAt(distanceFromBottom: number) {
    top = window.innerHeight - distanceFromBottom;
    const { rerender } = render(<StatusMessage message={null} tone="good" />);
    return (message: string | null) => rerender(<StatusMessage message={message} tone="good" />);
  }

  it.each([
    ["behind a phone's navigation bar", 40],
    ["just below the window", -16],
  ])("scrolls to a message that appears %s", (_place, distanceFromBottom) => {
    const say = showAt(distanceFromBottom);
    expect(shown).toEqual([]);
    say("Saved.");
    expect(shown).toEqual(["Saved."]);
    say("Saved.");
    say(null);
    say("Saved.");
    expect(shown).toEqual(["Saved.", "Saved."]);
  });

  it("does not scroll to a message far below the window or in its upper half, which has another cause", () => {
    showAt(-400)("Saved.");
    showAt(window.innerHeight - 10)("Saved.");
    showAt(window.innerHeight + 200)("Saved.");
    expect(shown).toEqual([]);
  });

  it("does not scroll to a message that the page opens with", () => {
    top = window.innerHeight - 40;
    render(<StatusMessage message="Welcome." tone="good" />);
    expect(shown).toEqual([]);
  });
});

describe("with sign", () => {
  it.each([
    ["❌", "This slot is taken.", "❌ This slot is taken."],
    ["✅", "Saved.", "✅ Saved."],
    ["❌", "❌ This slot is taken.", "❌ This slot is taken."],
    ["❌", "⚠️ Network error.", "⚠️ Network error."],
    ["✅", "✅ Saved.", "✅ Saved."],
  ] as const)("%s before %s", (sign, message, shown) => {
    expect(withSign(sign, message)).toBe(shown);
  });
});
