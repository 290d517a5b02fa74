import type { IceServer } from "@greenroom/contract/room/room.ts";
import { useEffect, useState } from "react";
import { call } from "../../api/client.ts";
import { StatusLight } from "../../ui/status.tsx";
import { leastForPicture } from "./camera-pause.ts";

/** What a line carried over a relay and back. */
interface LineSample {
  /** Bits a second. */
  rate: number;
  /** The share of packets that was lost. */
  lostShare: number;
}

type LineVerdict = "good" | "weak" | "blocked";

/** With more of it lost, speech is hard to follow. */
const mostLost = 0.1;

/** Null for a line over which no relay was reached. */
export function assessLine(sample: LineSample | null): LineVerdict {
  if (sample === null) return "blocked";
  return sample.lostShare > mostLost || sample.rate < leastForPicture ? "weak" : "good";
}

const verdicts: Record<
  LineVerdict,
  { status: "ready" | "wait" | "bad"; text: string; advice: string | null }
> = {
  good: { status: "ready", text: "Your line carries sound, code and video.", advice: null },
  weak: {
    status: "wait",
    text: "Your line is weak. Sound and code come first; the picture may pause.",
    advice: "For video, go closer to the Wi-Fi or use another network.",
  },
  blocked: {
    status: "bad",
    text: "This network may block calls. Chat, code and the board work.",
    advice: "Use another network, such as your phone's mobile data.",
  },
};

const connectMilliseconds = 10_000;

/**
 * Sends a picture to this page itself over a relay, as a call would, for three seconds. Null if no relay was reached.
 * Rejects with the signal's reason when aborted.
 */
async function measureLine(iceServers: IceServer[], signal: AbortSignal): Promise<LineSample | null> {
  const configuration = { iceServers: iceServers as RTCIceServer[], iceTransportPolicy: "relay" as const };
  const [sender, receiver] = [new RTCPeerConnection(configuration), new RTCPeerConnection(configuration)];
  const { track, stop } = drawNoise();
  try {
    for (const [one, other] of [
      [sender, receiver],
      [receiver, sender],
    ] as const)
      one.onicecandidate = ({ candidate }) => {
        if (candidate) other.addIceCandidate(candidate).catch(() => undefined);
      };
    sender.addTrack(track);
    const isConnected = waitForConnection(sender, signal);
    await sender.setLocalDescription();
    await receiver.setRemoteDescription(sender.localDescription as RTCSessionDescription);
    await receiver.setLocalDescription();
    await sender.setRemoteDescription(receiver.localDescription as RTCSessionDescription);
    const wasConnected = await isConnected;
    signal.throwIfAborted();
    if (!wasConnected) return null;
    // By then the browser has found its pace, and what is lost from then on is the line's own loss.
    await pause(2_000, signal);
    const before = await readReceived(receiver);
    await pause(1_000, signal);
    const after = await readReceived(receiver);
    const packets = after.packets - before.packets;
    const lost = Math.max(0, after.lost - before.lost);
    return { rate: 8 * (after.bytes - before.bytes), lostShare: lost / Math.max(1, lost + packets) };
  } finally {
    stop();
    sender.close();
    receiver.close();
  }
}

async function readReceived(
  connection: RTCPeerConnection,
): Promise<{ bytes: number; packets: number; lost: number }> {
  for (const report of (await connection.getStats()).values())
    if (report.type === "inbound-rtp")
      return { bytes: report.bytesReceived, packets: report.packetsReceived, lost: report.packetsLost };
  return { bytes: 0, packets: 0, lost: 0 };
}

/** A picture that cannot be made small, so that the browser tries what the line carries. */
function drawNoise(): { track: MediaStreamTrack; stop(): void } {
  const canvas = document.createElement("canvas");
  canvas.width = 640;
  canvas.height = 360;
  const pen = canvas.getContext("2d");
  const timer = setInterval(() => {
    for (let count = 0; pen !== null && count < 200; count += 1) {
      pen.fillStyle = `hsl(${Math.random() * 360} 80% 50%)`;
      pen.fillRect(Math.random() * 640, Math.random() * 360, 40, 40);
    }
  }, 66);
  const track = canvas.captureStream(15).getVideoTracks()[0] as MediaStreamTrack;
  return {
    track,
    stop() {
      clearInterval(timer);
      track.stop();
    },
  };
}

/** Never rejects, because it begins long before anybody waits for it. False when aborted. */
function waitForConnection(connection: RTCPeerConnection, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), connectMilliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve(false);
    });
    connection.onconnectionstatechange = () => {
      if (connection.connectionState === "connected") resolve(true);
      if (connection.connectionState === "failed") resolve(false);
    };
  });
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Tries the line of this page before the interview, and says in one sentence what will work. */
export function LineCheck({ bookingId }: { bookingId: string }) {
  const [verdict, setVerdict] = useState<LineVerdict | "checking" | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    void (async () => {
      try {
        const { iceServers } = await call("POST /api/rooms/:id/ticket", {
          params: { id: bookingId },
          signal: leaving.signal,
        });
        const hasRelay = iceServers.some(({ credential }) => credential !== undefined);
        if (!hasRelay) return;
        setVerdict("checking");
        setVerdict(assessLine(await measureLine(iceServers, leaving.signal)));
      } catch (error) {
        if (leaving.signal.aborted) return;
        setVerdict(null);
        // The room itself says what is wrong with its server.
        console.warn("The line could not be checked", error);
      }
    })();
    return () => leaving.abort();
  }, [bookingId]);
  if (verdict === null) return null;
  if (verdict === "checking") return <StatusLight status="wait">Checking your line…</StatusLight>;
  const { status, text, advice } = verdicts[verdict];
  return (
    <div role="status">
      <StatusLight status={status}>{text}</StatusLight>
      {advice && <p className="mt-1 text-sm">{advice}</p>}
    </div>
  );
}
