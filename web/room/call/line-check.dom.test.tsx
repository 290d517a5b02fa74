import { waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { serveCallAnswers } from "../../testing/call-answers.ts";
import { renderScreen } from "../../testing/render-screen.tsx";
import { LineCheck } from "./line-check.tsx";

const bookingId = "0190a5b8-7c00-7000-8000-0000000000b1";
const calls = serveCallAnswers();
it("ends without an error when the person joins before the line is known", async () => {
  const closed = vi.fn();
  let opened = 0;
  let goOn: () => void = () => undefined;
  class Connection {
    addTrack = vi.fn();
    close = closed;
    constructor() {
      opened += 1;
    }
    // The browser is still at it when the lobby closes.
    setLocalDescription = () =>
      new Promise<void>((resolve) => {
        goOn = resolve;
      });
    setRemoteDescription = () => Promise.reject(new Error("closed"));
  }
  vi.stubGlobal("RTCPeerConnection", Connection);
  HTMLCanvasElement.prototype.captureStream = () =>
    ({ getVideoTracks: () => [{ stop: () => undefined }] }) as unknown as MediaStream;
  const iceServers = [{ urls: ["turn:turn.example"], username: "1:me", credential: "secret" }];
  const ticket = { ticket: "one", expiresAt: "2026-11-30T12:00:00.000Z", iceServers };
  calls.set({ [`POST /api/rooms/${bookingId}/ticket`]: { body: ticket } });
  const { unmount } = renderScreen(<LineCheck bookingId={bookingId} />);
  await waitFor(() => expect(opened).toBe(2));
  unmount();
  goOn();
  await waitFor(() => expect(closed).toHaveBeenCalledTimes(2));
});
