/* Chrome translates a page by putting an element (`font`) in the place of each text. React goes on with the text that
   it made: it changes a text that nobody sees, and fails when it moves or removes it. Here the element follows. */

/** The element in the place of each text that the browser has translated. */
const translations = new WeakMap<Node, ChildNode>();

/** The child of `parent` that React means by `node`: the node, or the translation around it or in its place. */
function childFor<Child extends Node>(node: Child, parent: Node): Child {
  let child: Node | null = node.isConnected ? node : (translations.get(node) ?? node);
  while (child !== null && child.parentNode !== parent) {
    child = isTranslation(child.parentNode) ? child.parentNode : null;
  }
  return (child ?? node) as Child;
}

/** Call it before the page is rendered. */
export function followTranslations(): void {
  const { appendChild, insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    removeChild.call(this, childFor(child, this));
    return child;
  };
  // A text that moves leaves its translation; the browser translates it again where it arrives.
  Node.prototype.appendChild = function <New extends Node>(this: Node, node: New): New {
    translations.get(node)?.remove();
    return appendChild.call(this, node) as New;
  };
  Node.prototype.insertBefore = function <New extends Node>(this: Node, node: New, before: Node | null): New {
    const place = before && childFor(before, this);
    translations.get(node)?.remove();
    return insertBefore.call(this, node, place) as New;
  };

  const changes = new MutationObserver((records) => {
    for (const { target } of records) {
      const element = translations.get(target);
      if (element?.isConnected && !target.isConnected) element.textContent = target.textContent;
    }
  });
  new MutationObserver((records) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.isConnected) continue;
        const element = [...addedNodes, previousSibling, nextSibling].find(isTranslation);
        if (element === undefined) continue;
        translations.set(text, element);
        changes.observe(text, { characterData: true });
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

function isTranslation(node: Node | null): node is HTMLElement {
  return node instanceof HTMLElement && node.localName === "font";
}
