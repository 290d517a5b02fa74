import { words } from "../page-facts.ts";

export interface PublicPage {
  path: string;
  title: string;
  /** One or two sentences, as a search engine shows them. */
  description: string;
  /** Things on this page in schema.org's words, besides who we are. */
  linkedData?: object[];
}

/** What search engines and those who share a public page read: title, description, canonical address, picture, data. */
export function publicMeta({ path, title, description, linkedData = [] }: PublicPage) {
  const url = `${words.publicUrl}${path}`;
  const picture = `${words.publicUrl}/images/share.jpg`;
  const named = path === "/" ? `${words.name}: ${title}` : `${title} · ${words.name}`;
  return [
    { title: named },
    { name: "description", content: description },
    { tagName: "link" as const, rel: "canonical", href: url },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: words.name },
    { property: "og:title", content: named },
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
    ...[organization(), ...linkedData].map((data) => ({
      "script:ld+json": { "@context": "https://schema.org", ...data },
    })),
  ];
}

function organization(): object {
  return {
    "@type": "Organization",
    name: words.name,
    url: `${words.publicUrl}/`,
    logo: `${words.publicUrl}/images/icon-512.png`,
    email: words.supportEmail,
    sameAs: [words.linkedin, words.instagram, words.youtube],
  };
}
