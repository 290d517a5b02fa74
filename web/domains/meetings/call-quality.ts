export type CallQuality = "good" | "unsteady" | "weak";

export interface CallSample {
  /** Seconds there and back; null while unknown. */
  roundTrip: number | null;
  received: number;
  lost: number;
}

/** What a connection's statistics say, as far as quality goes. */
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

/** How well two people hear each other between two samples: a talk suffers from 300 ms or 3 % lost on. */
export function judge(before: CallSample | null, now: CallSample): CallQuality {
  const lost = Math.max(0, now.lost - (before?.lost ?? 0));
  const received = Math.max(0, now.received - (before?.received ?? 0));
  const lostShare = lost + received === 0 ? 0 : lost / (lost + received);
  const roundTrip = now.roundTrip ?? 0;
  if (lostShare > 0.1 || roundTrip > 0.6) return "weak";
  if (lostShare > 0.03 || roundTrip > 0.3) return "unsteady";
  return "good";
}
