/** To a person whose upload was accepted while the scanner was unavailable, and then found infected. */
export function infectedFileMessage(to: string, { fileName, found }: { fileName: string; found: string }) {
  return {
    to,
    subject: "One of your files was rejected",
    heading: "One of your files was rejected",
    paragraphs: [
      `Our virus scanner found ${found} in "${fileName}". The file was removed, and nobody could open it in the meantime.`,
      "Please scan your computer, and upload a clean file.",
    ],
  };
}
