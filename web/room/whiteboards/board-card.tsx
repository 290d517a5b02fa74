import { type BoardElement, canDrawBoard } from "@greenroom/contract/room/whiteboard.ts";
import { useRef, useState } from "react";
import { call } from "../../api/client.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/loading.tsx";
import { Card } from "../../ui/panels.tsx";
import { loadBoardLibrary, tooLargeBoard } from "./board-view.ts";
import { drawingText, linkTitle, readOutline } from "./read-outline.ts";

interface BoardCardProps {
  bookingId: string;
}

type State =
  | { step: "closed" | "loading" | "failed" | "large" }
  | { step: "shown"; elements: BoardElement[] };

/** The whiteboard of a past interview: a picture, and the same in words. Fetched when somebody asks for it. */
export function BoardCard({ bookingId }: BoardCardProps) {
  const [state, setState] = useState<State>({ step: "closed" });
  const picture = useRef<HTMLDivElement>(null);
  const open = async () => {
    setState({ step: "loading" });
    try {
      const [{ elements }, { drawBoard }] = await Promise.all([
        call("GET /api/rooms/:id/board", { params: { id: bookingId } }),
        loadBoardLibrary(() => import("./draw-board.ts")),
      ]);
      if (!canDrawBoard(elements)) return setState({ step: "large" });
      const svg = await drawBoard(elements);
      setState({ step: "shown", elements });
      picture.current?.replaceChildren(svg);
    } catch (error) {
      console.warn("The whiteboard could not be shown", error);
      setState({ step: "failed" });
    }
  };
  return (
    <section aria-labelledby="board-title">
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id="board-title" className="text-lg">
            Whiteboard
          </h2>
          {(state.step === "closed" || state.step === "loading") && (
            <Button
              variant="quiet"
              pending={state.step === "loading"}
              pendingLabel="Loading the whiteboard…"
              onClick={() => void open()}
            >
              Show the whiteboard
            </Button>
          )}
        </div>
        {state.step === "large" && <p className="mt-3 text-ink-2">{tooLargeBoard}</p>}
        {state.step === "failed" && (
          <ErrorState message="The whiteboard could not be loaded." onRetry={() => void open()} />
        )}
        <div
          ref={picture}
          role="img"
          aria-label="The whiteboard as it was left"
          hidden={state.step !== "shown"}
          className="mt-3 overflow-auto rounded-sm border border-line bg-white p-2 [&>svg]:h-auto [&>svg]:max-w-full [&_text]:font-sans"
        />
        {state.step === "shown" && <BoardDescription elements={state.elements} />}
      </Card>
    </section>
  );
}

function BoardDescription({ elements }: { elements: BoardElement[] }) {
  const outline = readOutline(elements);
  const { boxes, links, texts } = outline;
  const drawingSentence = drawingText(outline);
  const lines = [
    ...links.map((link) => ({
      id: link.id,
      line: `${linkTitle(link)}${link.label === "" ? "" : ` (${link.label})`}`,
    })),
    ...boxes
      .filter(({ id, name }) => name !== "" && links.every(({ from, to }) => from.id !== id && to.id !== id))
      .map(({ id, title }) => ({ id, line: title })),
    ...texts.map(({ id, text }) => ({ id, line: text })),
  ];
  if (lines.length === 0 && drawingSentence === null) return null;
  return (
    <details className="mt-3 text-sm">
      <summary className="cursor-pointer">The board in words</summary>
      <ul className="mt-2 grid gap-1">
        {lines.map(({ id, line }) => (
          <li key={id} className="break-words">
            {line}
          </li>
        ))}
      </ul>
      {drawingSentence !== null && <p className="mt-1">{drawingSentence}</p>}
    </details>
  );
}
