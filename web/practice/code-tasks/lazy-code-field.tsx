import { LazyPart } from "../../ui/lazy-part.tsx";
import type { CodeFieldProps } from "./code-field.tsx";

export const codeFieldPart = {
  name: "The editor",
  load: () => import("./code-field.tsx").then((module) => module.default),
  lines: 6,
};

export function LazyCodeField(props: CodeFieldProps) {
  return <LazyPart source={codeFieldPart}>{(CodeField) => <CodeField {...props} />}</LazyPart>;
}
