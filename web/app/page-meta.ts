import { pageText } from "./page-data.ts";

/** The document's title for a screen that is not public; search engines must not index it. */
export function pageMeta(title: string, description?: string) {
  return [
    { title: `${title} · ${pageText.name}` },
    ...(description ? [{ name: "description", content: description }] : []),
    { name: "robots", content: "noindex" },
  ];
}

export interface PublicPage {
  path: string;
  title: string;
  /** One or two sentences, as a search engine shows them. */
  description: string;
  /** Data on this page in schema.org's vocabulary, besides the organization. */
  linkedData?: object[];
}

/**
 * The metadata of a public page for search engines and shared links: title, description, canonical address,
 * picture, data.
 */
export function publicPageMeta({ path, title, description, linkedData = [] }: PublicPage) {
  const url = `${pageText.publicUrl}${path}`;
  const picture = `${pageText.publicUrl}/images/share.jpg`;
  const fullTitle = path === "/" ? `${pageText.name}: ${title}` : `${title} · ${pageText.name}`;
  return [
    { title: fullTitle },
    { name: "description", content: description },
    { tagName: "link" as const, rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: pageText.name },
    { property: "og:title", content: fullTitle },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: picture },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    {
      property: "og:image:alt",
      content: "A mock interview under way, with the words: walk in already warmed up.",
    },
    { name: "twitter:card", content: "summary_large_image" },
    ...[organizationData(), ...linkedData].map((data) => ({
      "script:ld+json": { "@context": "https://schema.org", ...data },
    })),
  ];
}

function organizationData(): object {
  return {
    "@type": "Organization",
    name: pageText.name,
    url: `${pageText.publicUrl}/`,
    logo: `${pageText.publicUrl}/images/icon-512.png`,
    email: pageText.supportEmail,
    sameAs: [pageText.linkedin, pageText.instagram, pageText.youtube],
  };
}
