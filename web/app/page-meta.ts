import { pageText } from "./page-data.ts";

/** The document's title for a screen that is not public; search engines must not index it. */
export function pageMeta(title: string, description?: string) {
  return [
    { title: `${title} · ${pageText.name}` },
    ...(description ? [{ name: "description", content: description }] : []),
    { name: "robots", content: "noindex" },
  ];
}
