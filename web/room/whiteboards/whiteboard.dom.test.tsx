import "../../testing/canvas.ts";
import { reconcileElements } from "@excalidraw/excalidraw";
import type { ExcalidrawImperativeAPI } from "@excalidraw/excalidraw/types";
import type { RoomClientMessage } from "@greenroom/contract/room/room.ts";
import type { BoardElement, BoardServerMessage } from "@greenroom/contract/room/whiteboard.ts";
import { act, fireEvent, render, renderHook, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { useEffect, useMemo, useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { boardBox } from "../../testing/board-elements.ts";
import { simulateUser } from "../../testing/simulated-user.ts";
import type { WorkListener } from "../connection/room-client.ts";
import { BoardClient } from "./board-client.ts";
import { FitToView } from "./board-view.ts";
import { addBox, addLink, remove, rename } from "./edit-board.ts";
import { OutlinePanel } from "./outline-panel.tsx";
import { readOutline } from "./read-outline.ts";
import { type NamedPointer, nameParts, useBoardClient } from "./use-board-client.tsx";

describe("use board client", () => {
  const box = (id: string, change = {}) => boardBox(id, { index: `a${id}`, ...change });

  /** The drawing: the part of Excalidraw's API that the page uses, on a plain list. */
  function openDrawing(shown: object[] = []) {
    const drawing = {
      elements: shown as { id: string; isDeleted: boolean }[],
      fits: 0,
    };
    const api = {
      getSceneElements: () => drawing.elements.filter(({ isDeleted }) => !isDeleted),
      getSceneElementsIncludingDeleted: () => drawing.elements,
      getAppState: () => ({ width: 800, height: 600, editingTextElement: null, resizingElement: null }),
      scrollToContent() {
        drawing.fits += 1;
      },
      updateScene(scene: Partial<typeof drawing>) {
        Object.assign(drawing, scene);
      },
    } as unknown as ExcalidrawImperativeAPI;
    return { drawing, api };
  }

  function open(shown: object[] = []) {
    const { drawing, api } = openDrawing(shown);
    const sent: RoomClientMessage[] = [];
    const problems: string[] = [];
    let listener: WorkListener<BoardServerMessage> | null = null;
    const client = {
      sendMessage: (message: RoomClientMessage) => sent.push(message) > 0,
      attachBoard(board: WorkListener<BoardServerMessage>) {
        listener = board;
        return () => {
          listener = null;
        };
      },
    };
    const fit = new FitToView();
    const onProblem = (message: string) => void problems.push(message);
    const onTooLarge = () => undefined;
    const nameOf = (id: string) => `Name of ${id}`;
    const otherPointer = createStore<NamedPointer | null>(() => null);
    const { result, unmount } = renderHook(() =>
      useBoardClient({ client, api, nameOf, fit, onProblem, onTooLarge, otherPointer }),
    );
    return {
      drawing,
      problems,
      otherPointer,
      sent,
      unmount,
      board: () => result.current,
      isAttached: () => listener !== null,
      receive: (message: BoardServerMessage) => act(() => listener?.receive(message)),
    };
  }

  const ids = ({ drawing }: ReturnType<typeof open>) => drawing.elements.map(({ id }) => id);

  it("adds the other's elements to those of this page, and shows the first ones in full", () => {
    const page = open();
    page.receive({ type: "board", elements: [box("1")] });
    expect(ids(page)).toEqual(["1"]);
    expect(page.drawing.fits).toBe(1);
    page.receive({ type: "board", elements: [box("2")] });
    expect(ids(page)).toEqual(["1", "2"]);
    // Otherwise the drawing would move while this person draws.
    expect(page.drawing.fits).toBe(1);
  });

  it("keeps the newer state of an element", () => {
    const page = open([box("1", { version: 5, x: 50 })]);
    page.receive({ type: "board", elements: [box("1", { version: 4, x: 40 })] });
    expect(page.drawing.elements[0]).toMatchObject({ x: 50 });
    page.receive({ type: "board", elements: [box("1", { version: 6, x: 60 })] });
    expect(page.drawing.elements[0]).toMatchObject({ x: 60 });
  });

  it.each([
    ["without a place in drawing order", null],
    ["in the same place in drawing order", "a1"],
  ])("sends nothing back when it loads elements %s", (_where, index) => {
    const page = open();
    const elements = ["1", "2", "3"].map((id) => box(id, { index }));
    page.receive({ type: "board-sync", elements, more: false });
    act(() => page.board()?.update(page.drawing.elements as never));
    page.unmount();
    expect(ids(page)).toEqual(["1", "2", "3"]);
    expect(page.sent.filter(({ type }) => type === "board")).toEqual([]);
  });

  it("draws again only what changed while its connection was lost", () => {
    const page = open();
    page.receive({ type: "board-sync", elements: [box("1"), box("2")], more: false });
    const [first, second] = page.drawing.elements;
    page.receive({ type: "board-sync", elements: [box("1"), box("2", { version: 2 })], more: false });
    expect(page.drawing.elements[0]).toBe(first);
    expect(page.drawing.elements[1]).not.toBe(second);
    expect(page.drawing.elements[1]).toMatchObject({ id: "2", version: 2 });
  });

  it("shows the other's pointer with their name, until they leave the board", () => {
    const page = open();
    page.receive({ type: "board-pointer", senderId: "meera", pointer: { x: 1, y: 2 } });
    expect(page.otherPointer.getState()).toEqual({ x: 1, y: 2, name: "Name of meera" });
    page.receive({ type: "board-pointer", senderId: "meera", pointer: null });
    expect(page.otherPointer.getState()).toBeNull();
  });

  it("removes a picture that this page put on the board, and says so", async () => {
    const page = open();
    const picture = { id: "p", type: "image", version: 1, versionNonce: 1, isDeleted: false };
    page.receive({ type: "board-sync", elements: [], more: false });
    act(() => {
      page.drawing.elements = [box("1"), picture] as never;
      page.board()?.update(page.drawing.elements as never);
    });
    await waitFor(() => expect(ids(page)).toEqual(["1"]));
    expect(page.problems).toEqual([
      "Pictures, frames and embedded pages cannot be put on this board, so they were removed.",
    ]);
  });

  it("leaves the room's board when it is closed", () => {
    const page = open();
    expect(page.isAttached()).toBe(true);
    page.unmount();
    expect(page.isAttached()).toBe(false);
  });
});

describe("name parts", () => {
  it("names what is there and what appears later, until it is ended", async () => {
    document.body.innerHTML = `<div><button class="main-menu-trigger"></button></div>`;
    const board = document.body.firstElementChild as HTMLElement;
    const end = nameParts(board);
    expect(screen.getByRole("button", { name: "Menu of the board" })).toBeTruthy();
    board.innerHTML = `<footer role="contentinfo" class="layer-ui__wrapper__footer"></footer>`;
    await waitFor(() => expect(screen.getByRole("group", { name: "Zoom and undo" })).toBeTruthy());
    end?.();
  });
});

type Elements = Parameters<typeof addBox>[0];

/** A room as on the server: it stores each element's newest state and forwards it to the other page. */
class TestRoom {
  readonly #stored = new Map<string, BoardElement>();
  readonly #boards: BoardClient[] = [];

  join(board: BoardClient): void {
    this.#boards.push(board);
  }

  receive(from: BoardClient, message: RoomClientMessage): boolean {
    if (message.type === "board-sync")
      from.receive({
        type: "board-sync",
        elements: structuredClone([...this.#stored.values()]),
        more: false,
      });
    else if (message.type === "board") {
      for (const element of message.elements) this.#stored.set(element.id, element);
      for (const board of this.#boards)
        if (board !== from) act(() => board.receive(structuredClone(message)));
    }
    return true;
  }
}

/** One person's page: the outline over the elements that it shows, without the drawing. */
function Page({ name, room }: { name: string; room: TestRoom }) {
  const [elements, setElements] = useState<Elements>([]);
  const latest = useMemo(() => ({ elements: [] as unknown as Elements }), []);
  const show = (next: Elements) => {
    latest.elements = next;
    setElements(next);
  };
  const [board] = useState(() => {
    const created: BoardClient = new BoardClient({
      // A socket carries a copy. The drawing changes received elements in place, and must not change the sender's.
      send: (message) => room.receive(created, structuredClone(message)),
      onElements: (received) => {
        const merged = reconcileElements(latest.elements as never, received as never, {} as never);
        show(merged as never);
        return merged;
      },
      onReplaced: (elements) => elements,
      onPointer: () => undefined,
      onTooLarge: () => undefined,
      onUnsupported: (ids) => expect(ids).toEqual([]),
    });
    room.join(created);
    created.onConnected();
    return created;
  });
  // As the drawing does: it gives every new element a place in the order, and reports each change.
  const edit = (change: (current: Elements) => unknown) =>
    show(reconcileElements(change(latest.elements) as never, [], {} as never) as never);
  useEffect(() => board.update(elements as never), [board, elements]);
  const outline = useMemo(() => readOutline(elements), [elements]);
  return (
    <section aria-label={name}>
      <OutlinePanel
        outline={outline}
        startsFocused={false}
        addBox={(box) => edit((current) => addBox(current, box))}
        rename={(id, next) => edit((current) => rename(current, id, next))}
        addLink={(from, to) => edit((current) => addLink(current, from, to))}
        remove={(id) => edit((current) => remove(current, id))}
      />
    </section>
  );
}
let room: TestRoom;

describe("outline panel", () => {
  const page = (name: string) => within(screen.getByRole("region", { name }));
  const said = (name: string) =>
    page(name)
      .getAllByRole("status")
      .map(({ textContent }) => textContent)
      .join("");

  async function add(user: UserEvent, ...names: string[]): Promise<void> {
    await user.click(page("Arjun").getByLabelText("New box"));
    for (const name of names) await user.keyboard(`${name}{Enter}`);
    for (const name of names) await page("Meera").findByLabelText(`Name of ${name}`);
  }

  let user: UserEvent;
  beforeEach(() => {
    user = simulateUser();
    room = new TestRoom();
    render(
      <>
        <Page name="Arjun" room={room} />
        <Page name="Meera" room={room} />
      </>,
    );
  });

  describe("the outline of a whiteboard", () => {
    it("adds boxes by keyboard, which both pages show and announce", async () => {
      for (const name of ["Feature store", "Trainer"]) {
        // Waits until the other page shows the box.
        await add(user, name);
        expect(page("Arjun").getByLabelText("New box")).toBe(document.activeElement);
        expect(said("Arjun")).toBe(`Added ${name}.`);
        expect(said("Meera")).toBe(`Added ${name}.`);
      }
    });

    it("refuses a box without a name, and says so", async () => {
      await user.type(page("Arjun").getByLabelText("New box"), "  {Enter}");
      expect(said("Arjun")).toBe("A box needs a name.");
      expect(page("Arjun").getByText("There are no boxes yet.")).toBeTruthy();
    });

    it("renames a box by keyboard, and keeps the focus in its name", async () => {
      await add(user, "Feature store");
      const name = page("Arjun").getByLabelText("Name of Feature store");
      await user.clear(name);
      await user.type(name, "Features{Enter}");
      const renamed = page("Arjun").getByLabelText<HTMLInputElement>("Name of Features");
      expect(renamed).toBe(document.activeElement);
      expect(await page("Meera").findByLabelText("Name of Features")).toBeTruthy();
    });

    it("keeps a name that was left empty or given up", async () => {
      await add(user, "Trainer");
      const name = page("Arjun").getByLabelText<HTMLInputElement>("Name of Trainer");
      await user.clear(name);
      await user.keyboard("{Enter}");
      expect(name.value).toBe("Trainer");
      expect(said("Arjun")).toBe("A box needs a name, so this one is still called Trainer.");
      await user.type(name, "s of the night{Escape}");
      expect(name.value).toBe("Trainer");
    });

    it("keeps what one person types while the other renames the same box", async () => {
      await add(user, "Trainer");
      const name = page("Arjun").getByLabelText<HTMLInputElement>("Name of Trainer");
      const theirs = await page("Meera").findByLabelText<HTMLInputElement>("Name of Trainer");
      // Without the focus, which one document has only once.
      fireEvent.change(theirs, { target: { value: "Trainer 2" } });
      await user.type(name, " 1{Enter}");
      expect(await page("Meera").findByLabelText("Name of Trainer 1")).toBe(theirs);
      expect(theirs.value).toBe("Trainer 2");
      fireEvent.keyDown(theirs, { key: "Enter" });
      expect(await page("Arjun").findByLabelText("Name of Trainer 2")).toBeTruthy();
    });

    it("links boxes by keyboard, once, and keeps the focus on the button", async () => {
      await add(user, "Feature store", "Trainer");
      const choose = () =>
        user.selectOptions(page("Arjun").getByLabelText("Link Feature store to"), "Trainer");
      const link = page("Arjun").getByRole("button", { name: "Link Feature store" });
      await choose();
      link.focus();
      await user.keyboard("{Enter}");
      expect(link).toBe(document.activeElement);
      expect(said("Arjun")).toBe("Linked Feature store → Trainer.");
      expect(await page("Meera").findByText("Feature store → Trainer", { exact: true })).toBeTruthy();
      expect(said("Meera")).toBe("Linked Feature store → Trainer.");
      await choose();
      await user.click(link);
      expect(said("Arjun")).toBe("Feature store already leads to Trainer.");
      expect(
        within(page("Arjun").getByRole("list", { name: "Links" })).getAllByRole("listitem"),
      ).toHaveLength(1);
    });

    it("removes a box with its links, and moves the focus to a field that stays", async () => {
      await add(user, "Feature store", "Trainer");
      await user.selectOptions(page("Arjun").getByLabelText("Link Feature store to"), "Trainer");
      await user.click(page("Arjun").getByRole("button", { name: "Link Feature store" }));
      page("Arjun").getByRole("button", { name: "Remove Trainer" }).focus();
      await user.keyboard("{Enter}");
      expect(page("Arjun").getByLabelText("New box")).toBe(document.activeElement);
      expect(said("Arjun")).toBe("Removed Trainer.");
      for (const name of ["Arjun", "Meera"]) {
        await waitFor(() => expect(page(name).queryByLabelText("Name of Trainer")).toBeNull());
        expect(page(name).queryByRole("list", { name: "Links" })).toBeNull();
      }
    });

    it("removes one link", async () => {
      await add(user, "A", "B");
      await user.selectOptions(page("Arjun").getByLabelText("Link A to"), "B");
      await user.click(page("Arjun").getByRole("button", { name: "Link A" }));
      await user.click(page("Arjun").getByRole("button", { name: "Remove the link A → B" }));
      expect(said("Arjun")).toBe("Removed the link A → B.");
      expect(page("Arjun").getByLabelText("Name of A")).toBeTruthy();
    });

    it("tells boxes of the same name apart", async () => {
      await add(user, "Queue", "Queue");
      expect(page("Arjun").getByLabelText("Name of Queue (2)")).toBeTruthy();
      expect(page("Arjun").getByRole("button", { name: "Remove Queue (2)" })).toBeTruthy();
    });
  });
});
