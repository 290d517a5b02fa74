import { useEffect } from "react";

interface StyleProps {
  styles: string;
  /** Whether a change of `styles` replaces the style sheet. */
  dynamic?: boolean | undefined;
}

/**
 * Takes the place of the package `react-style-singleton` in the build (web/vite-plugins.ts): the scroll lock
 * under our dialogs and menus uses it. The original adds a style element, which the content-security policy refuses;
 * this adopts a style sheet. All mounted instances share the first one's styles, as in the original.
 */
export function styleSingleton() {
  const useSharedStyles = createSharedStyles();
  return ({ styles, dynamic = false }: StyleProps) => {
    useSharedStyles(styles, dynamic);
    return null;
  };
}

function createSharedStyles() {
  let users = 0;
  let sheet: CSSStyleSheet | null = null;

  function add(styles: string): void {
    users += 1;
    if (sheet) return;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }

  function remove(): void {
    users -= 1;
    if (users > 0) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
    sheet = null;
  }

  return (styles: string, isDynamic: boolean) => {
    const replaced = isDynamic ? styles : null;
    // biome-ignore lint/correctness/useExhaustiveDependencies: styles that are not dynamic stay as they began.
    useEffect(() => {
      add(styles);
      return remove;
    }, [replaced]);
  };
}
