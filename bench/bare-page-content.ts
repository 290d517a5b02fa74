import { createElement, useState } from "react";

/** As many paragraphs as our pages have elements, and one button that React handles. */
const paragraphs = Array.from(
  { length: 120 },
  (_, index) => `Paragraph ${index + 1} of a page with nothing but React.`,
);

function BarePage() {
  const [count, setCount] = useState(0);
  return createElement(
    "main",
    null,
    createElement("h1", null, "A bare page"),
    createElement("button", { type: "button", onClick: () => setCount(count + 1) }, `Pressed ${count} times`),
    ...paragraphs.map((text) => createElement("p", { key: text }, text)),
  );
}

export function barePage() {
  return createElement(BarePage);
}
