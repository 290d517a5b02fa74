import { screen, waitFor, within } from "@testing-library/react";
import { type ReactNode, useEffect, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { provideMediaDevices } from "../../testing/media-devices.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { DeviceNotices, MutedNotice } from "../layout/room-notices.tsx";
import { CallControls } from "./call-controls.tsx";
import { DeviceCheck } from "./device-check.tsx";
import { LocalMedia, useLocalMedia } from "./local-media.ts";

const browser = provideMediaDevices();
const second = "Desk camera";
/** Asks for both devices, as the lobby does. */
function Asking({ media, children }: { media: LocalMedia; children: ReactNode }) {
  useEffect(() => {
    void media.turnBothOn();
    return () => media.close();
  }, [media]);
  return children;
}

function openLobby() {
  const media = new LocalMedia();
  return renderScreen(
    <Asking media={media}>
      <DeviceCheck media={media} canCall />
    </Asking>,
  );
}

/** The buttons, the dialog and the notices of the room itself. */
function Room({ media, minutesLeft = null }: { media: LocalMedia; minutesLeft?: number | null }) {
  const local = useLocalMedia(media);
  const [isOpen, setOpen] = useState(false);
  return (
    <Asking media={media}>
      <DeviceNotices local={local} onHelp={() => setOpen(true)} />
      <MutedNotice local={local} onUnmute={() => void media.turnOn("microphone")} />
      <CallControls
        media={media}
        layout="large"
        onLayoutChange={() => undefined}
        isDevicesOpen={isOpen}
        onDevicesOpenChange={setOpen}
        endButton={null}
        mark={null}
        minutesLeft={minutesLeft}
      />
    </Asking>
  );
}

const openRoom = () => renderScreen(<Room media={new LocalMedia()} />);
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const liveTracks = () => browser.tracks.filter(({ readyState }) => readyState === "live");

describe("the device check before joining", () => {
  it("turns both devices on and shows one's own video", async () => {
    openLobby();
    expect((await button("Camera on")).getAttribute("aria-pressed")).toBe("true");
    expect((await button("Microphone on")).getAttribute("aria-pressed")).toBe("true");
    expect(screen.getByLabelText("Your own video")).toBeTruthy();
    expect(screen.queryByText(/You can join without it/)).toBeNull();
  });

  it("turns both on in a browser without Web Audio, which only lacks the level", async () => {
    vi.stubGlobal("AudioContext", undefined);
    openLobby();
    expect(await button("Camera on")).toBeTruthy();
    expect(await button("Microphone on")).toBeTruthy();
  });

  it("saves data by choice: no camera now and the next time, until the camera is turned on", async () => {
    const { user, unmount } = openLobby();
    await button("Camera on");
    await user.click(screen.getByRole("checkbox", { name: /Save data/ }));
    await button("Camera off");
    expect(liveTracks().map(({ kind }) => kind)).toEqual(["audio"]);
    unmount();
    openLobby();
    await button("Microphone on");
    expect(await screen.findByRole("checkbox", { name: /Save data/, checked: true })).toBeTruthy();
    expect(liveTracks().map(({ kind }) => kind)).toEqual(["audio"]);
    await user.click(await button("Camera off"));
    await button("Camera on");
    expect(await screen.findByRole("checkbox", { name: /Save data/, checked: false })).toBeTruthy();
  });

  it("asks to allow the camera while the browser waits for an answer", async () => {
    browser.refusals.camera = "asking";
    openLobby();
    expect(await screen.findByText("Allow camera access when your browser asks.")).toBeTruthy();
    const asking = await button(/Camera off/);
    expect(asking.getAttribute("aria-busy")).toBe("true");
    expect(await button("Microphone on")).toBeTruthy();
  });

  it.each([
    [
      "NotAllowedError",
      "not allowed",
      /does not let this page use the camera\. Allow it in the site settings/,
    ],
    ["NotFoundError", "not found", /No camera was found\. Plug one in/],
    ["NotReadableError", "not available", /another program may be using it/],
  ])("after %s it says why the camera is off and how to go on without it", async (error, state, help) => {
    browser.refusals.camera = error;
    openLobby();
    expect(await screen.findByText(`Your camera is ${state}.`)).toBeTruthy();
    const told = await screen.findByText(help);
    await button("Microphone on");
    expect(told.textContent).toContain("You can join without it: your microphone works.");
  });

  it("turns the camera on after it was allowed, and takes the help away", async () => {
    browser.refusals = { camera: "NotAllowedError", microphone: "NotAllowedError" };
    const { user } = openLobby();
    expect(await screen.findByText(/does not let this page use the camera/)).toBeTruthy();
    expect(screen.getAllByText(/You can join without it and use the chat\./)).toHaveLength(2);
    browser.refusals = { microphone: "NotAllowedError" };
    const toggle = await button("Camera off");
    await user.click(toggle);
    expect((await button("Camera on")) === toggle).toBe(true);
    expect(document.activeElement).toBe(toggle);
    expect(screen.queryByText(/does not let this page use the camera/)).toBeNull();
    expect(screen.getByText(/does not let this page use the microphone/)).toBeTruthy();
  });

  it("says nothing about a missing camera once nobody needs one", async () => {
    browser.refusals.camera = "NotFoundError";
    const media = new LocalMedia();
    const answered = media.turnOn("camera");
    media.close();
    await answered;
    expect(media.store.getState().camera).toBe("off");
  });

  it("closes the camera when it is turned off", async () => {
    const { user } = openLobby();
    await user.click(await button("Camera on"));
    expect(await screen.findByText("Your camera is off.")).toBeTruthy();
    expect(liveTracks().map(({ kind }) => kind)).toEqual(["audio"]);
  });

  it("shows how loud the microphone is", async () => {
    browser.loudness = 0.5;
    openLobby();
    const meter = await screen.findByRole<HTMLMeterElement>("meter", { name: "Say something" });
    await waitFor(() => expect(Number(meter.getAttribute("value"))).toBeGreaterThan(0.8));
    browser.loudness = 0;
    await waitFor(() => expect(Number(meter.getAttribute("value"))).toBe(0));
  });

  it("offers a choice only between several devices, and switches at once", async () => {
    browser.camera.push(second);
    const { user } = openLobby();
    const choice = await screen.findByLabelText<HTMLSelectElement>("Camera");
    expect(screen.queryByLabelText("Microphone")).toBeNull();
    await user.selectOptions(choice, second);
    await waitFor(() => expect(liveTracks().map(({ deviceId }) => deviceId)).toContain(second));
    expect(liveTracks().filter(({ kind }) => kind === "video")).toHaveLength(1);
    await button("Camera on");
    expect(screen.getByLabelText<HTMLSelectElement>("Camera").value).toBe(second);
  });

  it("offers a camera that is connected later", async () => {
    openLobby();
    await button("Camera on");
    browser.camera.push(second);
    browser.change();
    expect(await screen.findByRole("option", { name: second })).toBeTruthy();
  });
});

describe("the speaker test", () => {
  it("plays on the chosen speaker and can be repeated", async () => {
    browser.speakers.push("Headphones");
    const { user } = openLobby();
    await user.click(await button("Test speaker"));
    expect((await button("Playing…")).getAttribute("aria-disabled")).toBe("true");
    await button("Test speaker");
    await user.selectOptions(await screen.findByLabelText("Speaker"), "Headphones");
    await user.click(await button("Test speaker"));
    await button("Test speaker");
    expect(browser.played).toEqual(["", "Headphones"]);
  });

  it("says that a speaker that was unplugged cannot be used", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    browser.speakers.push("Headphones");
    const { user } = openLobby();
    await user.selectOptions(await screen.findByLabelText("Speaker"), "Headphones");
    browser.speakers.pop();
    await user.click(await button("Test speaker"));
    expect(await screen.findByText(/This speaker could not be used/)).toBeTruthy();
    expect((await button("Test speaker")).getAttribute("aria-disabled")).toBeNull();
  });
});

describe("devices in the room", () => {
  it("are named in a notice when they are off by mistake, until it is dismissed", async () => {
    browser.refusals = { camera: "NotAllowedError", microphone: "NotAllowedError" };
    const { user } = openRoom();
    expect(await screen.findByText("Your camera and microphone are not allowed.")).toBeTruthy();
    await user.click(await button("Dismiss"));
    expect(screen.queryByText(/are not allowed/)).toBeNull();
    browser.refusals = { camera: "NotAllowedError" };
    await user.click(await button("Unmute microphone"));
    expect(await screen.findByText("Your camera is not allowed.")).toBeTruthy();
  });

  it("are explained in a dialog, which returns the focus when it closes", async () => {
    browser.refusals.camera = "NotFoundError";
    browser.camera = [];
    const { user } = openRoom();
    await screen.findByText("Your camera is not found.");
    const opener = screen.getAllByRole("button", { name: "Devices" }).at(-1) as HTMLElement;
    await user.click(opener);
    const dialog = await screen.findByRole("dialog", { name: "Devices" });
    expect(within(dialog).getByText(/No camera was found/)).toBeTruthy();
    expect(within(dialog).getByText("Turn it on to choose a device.")).toBeTruthy();
    expect(dialog.contains(document.activeElement)).toBe(true);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it("are replaced by another one when they are unplugged", async () => {
    openRoom();
    await button("Turn camera off");
    const [camera] = liveTracks().filter(({ kind }) => kind === "video");
    // A camera that ends within three seconds of its start is not retried.
    const now = performance.now();
    vi.spyOn(performance, "now").mockReturnValue(now + 3_000);
    browser.camera = [second];
    camera?.end();
    await waitFor(() =>
      expect(
        liveTracks()
          .filter(({ kind }) => kind === "video")
          .map(({ deviceId }) => deviceId),
      ).toEqual([second]),
    );
    expect(await button("Turn camera off")).toBeTruthy();
  });

  it("stay off with the reason when the last one is unplugged", async () => {
    openRoom();
    await button("Turn camera off");
    browser.camera = [];
    liveTracks()
      .find(({ kind }) => kind === "video")
      ?.end();
    expect(await screen.findByText("Your camera is not found.")).toBeTruthy();
    expect(await button("Turn camera on")).toBeTruthy();
  });

  it("tell a person who speaks into a muted microphone, and unmute it", async () => {
    const { user } = openRoom();
    await user.click(await button("Mute microphone"));
    const [microphone] = liveTracks().filter(({ kind }) => kind === "audio");
    expect(microphone?.enabled).toBe(false);
    browser.loudness = 0.5;
    const notice = await screen.findByText("You're muted. Nobody can hear you.");
    const line = notice.parentElement as HTMLElement;
    await user.click(within(line).getByRole("button", { name: "Unmute" }));
    await button("Mute microphone");
    expect(microphone?.enabled).toBe(true);
    expect(screen.queryByText("You're muted. Nobody can hear you.")).toBeNull();
  });
});

describe("Leave", () => {
  it("leads out at once while no interview is on", async () => {
    const { user, path } = openRoom();
    await user.click(screen.getByRole("link", { name: "Leave" }));
    expect(path()).toBe("/interviewee-dashboard/my-sessions");
  });

  it("asks while time remains, also after Back, says how to return, and stays or leaves", async () => {
    const { user, path, goBack } = renderScreen(<Room media={new LocalMedia()} minutesLeft={23} />);
    await user.click(screen.getByRole("link", { name: "Leave" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Leave the room?" }));
    expect(
      dialog.getByText(/^23 min left\. To come back, press “Join meeting” in My Sessions\.$/),
    ).toBeDefined();
    await user.click(dialog.getByRole("button", { name: "Stay" }));
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await goBack();
    await user.click(await screen.findByRole("button", { name: "Stay" }));
    await user.click(screen.getByRole("link", { name: "Leave" }));
    await user.click(await screen.findByRole("button", { name: "Leave" }));
    expect(path()).toBe("/interviewee-dashboard/my-sessions");
  });
});
