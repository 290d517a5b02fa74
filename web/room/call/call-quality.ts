export type CallQuality = "good" | "unsteady" | "weak";

export interface CallSample {
  /** Round-trip time in seconds; null while unknown. */
  roundTrip: number | null;
  received: number;
  lost: number;
}

/** The part of a connection's statistics that shows its quality. */
export async function readSample(connection: RTCPeerConnection): Promise<CallSample> {
  const sample: CallSample = { roundTrip: null, received: 0, lost: 0 };
  const stats = await connection.getStats();
  for (const report of stats.values()) {
    if (report.type === "candidate-pair" && report.nominated && report.state === "succeeded") {
      sample.roundTrip = report.currentRoundTripTime ?? null;
    }
    if (report.type === "inbound-rtp") {
      sample.received += report.packetsReceived ?? 0;
      sample.lost += report.packetsLost ?? 0;
    }
  }
  return sample;
}

/** The quality between two samples: a conversation suffers from 300 ms or 3 % loss. */
export function assessQuality(previous: CallSample | null, current: CallSample): CallQuality {
  const lost = Math.max(0, current.lost - (previous?.lost ?? 0));
  const received = Math.max(0, current.received - (previous?.received ?? 0));
  const lostShare = lost + received === 0 ? 0 : lost / (lost + received);
  const roundTrip = current.roundTrip ?? 0;
  if (lostShare > 0.1 || roundTrip > 0.6) return "weak";
  if (lostShare > 0.03 || roundTrip > 0.3) return "unsteady";
  return "good";
}
