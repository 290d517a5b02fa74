/** The link itself, if the browser blocked the tab. */
export function BlockedTabLink({ url }: { url: string | null }) {
  if (url === null) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="link">
      Your browser blocked the new tab. Open the file here.
    </a>
  );
}
