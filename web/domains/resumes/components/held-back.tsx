/** The link itself, where the browser allowed no tab. */
export function HeldBack({ url }: { url: string | null }) {
  if (url === null) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="link">
      Your browser held the new tab back. Open the file here.
    </a>
  );
}
