import { expect, it } from "vitest";

interface PageModule {
  meta?: () => { title?: string }[];
}

const modules = import.meta.glob<PageModule>("../pages/**/*.tsx", { eager: true });
/** They show a page inside them, or send the reader to one. */
const withoutOwnTitle = [
  "../pages/operator-layout.tsx",
  "../pages/money/money-layout.tsx",
  "../pages/see-as.tsx",
];
const pages = Object.entries(modules).filter(([path]) => !withoutOwnTitle.includes(path));

it("gives each page of the desk a title of its own", () => {
  const titles = pages.map(([path, { meta }]) => meta?.().find(({ title }) => title)?.title ?? path);
  expect(titles.filter((title) => !title.includes(" · Operator's desk · "))).toEqual([]);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.length).toBeGreaterThan(15);
});
