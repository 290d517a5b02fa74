import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { BreakableAddress } from "./content.tsx";

it.each([
  ["meera.rao@mail.example", "meera.|rao@|mail.|example"],
  ["https://github.com/asha-rao", "https:/|/|github.|com/|asha-|rao"],
  ["word", "word"],
])("%s breaks only after its separators", (address, parts) => {
  const html = renderToStaticMarkup(<BreakableAddress>{address}</BreakableAddress>);
  expect(html.replaceAll("<wbr/>", "|").replace(/<\/?span[^>]*>/g, "")).toBe(parts);
});
