const longestFileName = 120;

/**
 * A file name that is safe to show and to download, ending in `.pdf`: no folders, no control or direction
 * characters, and of limited length.
 */
export function cleanFileName(fileName: string, fallback: string): string {
  const base = fileName.normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const stem = base
    .replace(/\.pdf$/i, "")
    .replace(/[\p{C}\p{Zl}\p{Zp}"]/gu, "")
    .replace(/^[.\s]+/, "")
    .trim();
  return `${[...stem].slice(0, longestFileName).join("") || fallback}.pdf`;
}
