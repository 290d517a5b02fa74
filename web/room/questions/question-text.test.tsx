import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { QuestionText } from "./question-text.tsx";

const markup = (text: string) =>
  renderToStaticMarkup(<QuestionText text={text} />).replaceAll(/ (class|tabindex)="[^"]*"/g, "");

test.each([
  ["a paragraph over two lines", "One\ntwo.", "<p>One two.</p>"],
  ["two paragraphs", "One.\n\nTwo.", "<p>One.</p><p>Two.</p>"],
  ["code in a line", "Call `f(x)` once.", "<p>Call <code>f(x)</code> once.</p>"],
  ["strong words", "A **half-open** window.", "<p>A <strong>half-open</strong> window.</p>"],
  ["a list", "Give:\n- one\n- two", "<p>Give:</p><ul><li>one</li><li>two</li></ul>"],
  ["markup as text", "a < b & <b>c</b>", "<p>a &lt; b &amp; &lt;b&gt;c&lt;/b&gt;</p>"],
])("renders %s", (_, text, html) => {
  expect(markup(text)).toContain(html);
});

test("keeps the lines of a code block", () => {
  expect(markup("Look:\n```python\ndef f():\n    return 1\n```")).toContain("def f():\n    return 1</pre>");
});
