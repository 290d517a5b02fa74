const seconds = 0.9;

/** Two soft notes on the speaker; resolves when they are over. */
export async function playTestTone(): Promise<void> {
  const context = new AudioContext();
  const volume = context.createGain();
  volume.connect(context.destination);
  volume.gain.setValueAtTime(0.0001, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.25, context.currentTime + 0.05);
  volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + seconds);
  const voice = context.createOscillator();
  voice.frequency.setValueAtTime(440, context.currentTime);
  voice.frequency.setValueAtTime(660, context.currentTime + seconds / 2);
  voice.connect(volume);
  voice.start();
  voice.stop(context.currentTime + seconds);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  await context.close();
}
