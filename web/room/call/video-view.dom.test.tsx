import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { VideoView } from "./video-view.tsx";

const handlers = new Map<string, (() => void) | null>();
const requestPictureInPicture = vi.fn(async () => ({}));
const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { configurable: true, value });

beforeEach(() => {
  handlers.clear();
  requestPictureInPicture.mockClear();
  define(document, "pictureInPictureEnabled", true);
  define(HTMLVideoElement.prototype, "requestPictureInPicture", requestPictureInPicture);
  define(navigator, "mediaSession", {
    setActionHandler: (action: string, handler: (() => void) | null) => handlers.set(action, handler),
  });
});

const open = (canFloat: boolean) =>
  render(<VideoView stream={new MediaStream()} label="Meera’s picture" canFloat={canFloat} />);
const button = () => screen.queryByRole("button", { name: "Show in a small window" });

describe("the other person's video", () => {
  it("goes on in a small window at the press of a button", async () => {
    open(true);
    await userEvent.click(button() as HTMLElement);
    expect(requestPictureInPicture).toHaveBeenCalledOnce();
  });

  it("goes on in a small window when another tab is opened, until it ends", () => {
    const { unmount } = open(true);
    handlers.get("enterpictureinpicture")?.();
    expect(requestPictureInPicture).toHaveBeenCalledOnce();
    unmount();
    expect(handlers.get("enterpictureinpicture")).toBeNull();
  });

  it("has its button in a browser that knows no other way, and none where there is no small window", () => {
    define(navigator, "mediaSession", {
      setActionHandler: () => {
        throw new TypeError("unknown action");
      },
    });
    const { unmount } = open(true);
    expect(button()).not.toBeNull();
    unmount();
    define(document, "pictureInPictureEnabled", false);
    open(true);
    expect(button()).toBeNull();
  });

  it("is not one's own", () => {
    open(false);
    expect(button()).toBeNull();
    expect(handlers.size).toBe(0);
  });
});
