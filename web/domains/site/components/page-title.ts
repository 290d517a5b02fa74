import { words } from "../page-facts.ts";

/** The document's title of a screen that is no public page: search engines are told to leave it out. */
export function pageMeta(title: string, description?: string) {
  return [
    { title: `${title} · ${words.name}` },
    ...(description ? [{ name: "description", content: description }] : []),
    { name: "robots", content: "noindex" },
  ];
}
