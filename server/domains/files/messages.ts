/** For somebody whose upload was taken while the scanner was away, and refused once it had looked. */
export function infectedFile(to: string, { fileName, found }: { fileName: string; found: string }) {
  return {
    to,
    subject: "A file of yours was refused",
    heading: "A file of yours was refused",
    paragraphs: [
      `Our virus scanner found ${found} in "${fileName}". The file was removed, and nobody could open it in the meantime.`,
      "Please look your computer through, and upload a file that is clean.",
    ],
  };
}
