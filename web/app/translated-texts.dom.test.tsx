import { render } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { followTranslations } from "./translated-texts.ts";

beforeAll(followTranslations);

/** Replaces each text as Chrome does; `moves` keeps the text inside the elements. */
async function translate(root: Node, { moves }: { moves: boolean }): Promise<void> {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    outer.append(inner);
    text.parentNode?.insertBefore(outer, text);
    if (moves) inner.append(text);
    else {
      inner.textContent = text.data;
      text.remove();
    }
  }
  // Observers are told after the script that translates.
  await Promise.resolve();
}

interface PlanProps {
  sessions: number;
  warning?: string;
  children?: string;
}

function Plan({ sessions, warning, children }: PlanProps) {
  return (
    <p>
      {warning && <b>{warning}</b>}
      Sessions left: {sessions}
      {children}
    </p>
  );
}

it.each([false, true])(
  "a translated text changes, comes and goes (Chrome keeps the text: %s)",
  async (moves) => {
    const { container, rerender } = render(<Plan sessions={5} warning="Soon over. " />);
    await translate(container, { moves });
    const shows = async (text: string) => {
      await Promise.resolve();
      expect(container.textContent).toBe(text);
    };
    rerender(<Plan sessions={4} warning="Soon over. " />);
    await shows("Soon over. Sessions left: 4");
    rerender(<Plan sessions={4}>!</Plan>);
    await shows("Sessions left: 4!");
    await translate(container, { moves });
    rerender(<Plan sessions={3} warning="Last. " />);
    await shows("Last. Sessions left: 3");
    rerender(<Plan sessions={2} />);
    await shows("Sessions left: 2");
  },
);
