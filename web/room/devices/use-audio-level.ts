import { useEffect, useState } from "react";

const sampleIntervalMilliseconds = 100;
/** Below this level there is no voice. */
const silenceDecibels = -60;

/** The current level of a track: 0 (silence) to 1, on the decibel scale, which matches hearing. */
export function useAudioLevel(track: MediaStreamTrack | null): number {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    if (track === null) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      // Browsers keep an audio context suspended until the user interacts with the page.
      if (context.state === "suspended") void context.resume();
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      const decibels = 10 * Math.log10(Math.max(power, 1e-9));
      setLevel(Math.min(1, Math.max(0, 1 - decibels / silenceDecibels)));
    }, sampleIntervalMilliseconds);
    return () => {
      clearInterval(timer);
      setLevel(0);
      void context.close();
    };
  }, [track]);
  return level;
}
