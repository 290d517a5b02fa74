import { useEffect, useState } from "react";

const lookEvery = 100;
/** Quieter than this is a quiet room and not a voice. */
const quietest = -60;

/** How loud a track is now: 0 (silence) to 1, on the scale of decibels that ears go by. */
export function useLevel(track: MediaStreamTrack | null): number {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    if (track === null) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      // Browsers let no context run before the page was touched.
      if (context.state === "suspended") void context.resume();
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      const decibels = 10 * Math.log10(Math.max(power, 1e-9));
      setLevel(Math.min(1, Math.max(0, 1 - decibels / quietest)));
    }, lookEvery);
    return () => {
      clearInterval(timer);
      setLevel(0);
      void context.close();
    };
  }, [track]);
  return level;
}
