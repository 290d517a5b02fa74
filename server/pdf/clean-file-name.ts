const longestFileName = 120;

/** A name as it may be shown and offered again, ending in `.pdf`: no folders, no control or direction characters, not endless. */
export function cleanFileName(fileName: string, fallback: string): string {
  const base = fileName.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const stem = base
    .replace(/\.pdf$/i, "")
    .replace(/[\p{C}\p{Zl}\p{Zp}"]/gu, "")
    .replace(/^[.\s]+/, "")
    .trim();
  return `${[...stem].slice(0, longestFileName).join("") || fallback}.pdf`;
}
