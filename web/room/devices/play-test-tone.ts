const toneSeconds = 0.9;

/**
 * Plays two soft notes on a speaker (null: the browser's default); resolves when they are over. Rejects if the speaker
 * cannot be used, for example because it was unplugged.
 */
export async function playTestTone(speakerId: string | null): Promise<void> {
  const context = new AudioContext();
  try {
    await playNotes(context, speakerId);
  } finally {
    await context.close();
  }
}

async function playNotes(context: AudioContext, speakerId: string | null): Promise<void> {
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
  volume.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + toneSeconds);
  const oscillator = context.createOscillator();
  oscillator.frequency.setValueAtTime(440, context.currentTime);
  oscillator.frequency.setValueAtTime(660, context.currentTime + toneSeconds / 2);
  oscillator.connect(volume);
  oscillator.start();
  oscillator.stop(context.currentTime + toneSeconds);
  await new Promise((resolve) => setTimeout(resolve, toneSeconds * 1000));
}
