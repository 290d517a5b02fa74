/**
 * The `Content-Disposition` header of a download (RFC 6266): an ASCII name for old clients, and the encoded
 * real name.
 */
export function contentDisposition(fileName: string): string {
  const ascii = fileName.normalize("NFKD").replace(/[^A-Za-z0-9 ._-]/g, "_");
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
