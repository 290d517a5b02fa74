import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { IntroVideo } from "./hero.tsx";
import { attachVideo } from "./home-scripts.ts";

/*
 * This document plays no video. In its place, a player that starts or fails when the test says so, with the events and
 * the rejections of the HTML standard (https://html.spec.whatwg.org/multipage/media.html#dom-media-play).
 */
let isPaused = true;
let pending: { resolve: () => void; reject: (error: Error) => void } | undefined;
const loads = vi.fn();

beforeEach(() => {
  isPaused = true;
  pending = undefined;
  loads.mockClear();
  vi.spyOn(HTMLMediaElement.prototype, "paused", "get").mockImplementation(() => isPaused);
  vi.spyOn(HTMLMediaElement.prototype, "networkState", "get").mockReturnValue(
    HTMLMediaElement.NETWORK_NO_SOURCE,
  );
  vi.spyOn(HTMLMediaElement.prototype, "load").mockImplementation(loads);
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(function (this: HTMLMediaElement) {
    isPaused = false;
    this.dispatchEvent(new Event("play"));
    return new Promise((resolve, reject) => {
      pending = { resolve, reject };
    });
  });
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(function (this: HTMLMediaElement) {
    if (isPaused) return;
    isPaused = true;
    pending?.reject(
      new DOMException("The play() request was interrupted by a call to pause().", "AbortError"),
    );
    this.dispatchEvent(new Event("pause"));
  });
});

function openVideo(): void {
  const { container } = render(<IntroVideo />);
  attachVideo(container.firstElementChild as HTMLElement);
}
const press = async (name: string) => await userEvent.click(screen.getByRole("button", { name }));

describe("the landing page's video", () => {
  it("is paused before its first picture without an error", async () => {
    openVideo();
    await press("Play the video");
    await press("Pause the video");
    expect(await screen.findByRole("button", { name: "Play the video" })).toBeTruthy();
    expect(screen.getByText("The video could not be loaded.").hidden).toBe(true);
  });

  it("says that it could not be loaded, and is loaded anew at the next press", async () => {
    openVideo();
    await press("Play the video");
    loads.mockClear();
    pending?.reject(
      new DOMException("Failed to load because no supported source was found.", "NotSupportedError"),
    );
    await vi.waitFor(() => expect(screen.getByText("The video could not be loaded.").hidden).toBe(false));
    await press("Try again");
    expect(loads).toHaveBeenCalledOnce();
    expect(screen.getByText("The video could not be loaded.").hidden).toBe(true);
    expect(screen.getByRole("button", { name: "Pause the video" })).toBeTruthy();
  });
});
