const seconds = 0.9;

/** Two soft notes on a speaker (null: the browser's own choice); resolves when they are over. */
export async function playTestTone(speakerId: string | null): Promise<void> {
  const context = new AudioContext();
  const volume = context.createGain();
  if (speakerId === null) volume.connect(context.destination);
  else {
    const out = context.createMediaStreamDestination();
    volume.connect(out);
    const audio = new Audio();
    audio.srcObject = out.stream;
    await audio.setSinkId(speakerId);
    await audio.play();
  }
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
