import { lazy, Suspense } from "react";
import { LoadingLines } from "../../../ui/status/skeleton.tsx";
import type { CodeFieldProps } from "./code-field.tsx";

const CodeField = lazy(() => import("./code-field.tsx"));

export function LazyCodeField(props: CodeFieldProps) {
  return (
    <Suspense fallback={<LoadingLines label="Opening the editor…" lines={6} />}>
      <CodeField {...props} />
    </Suspense>
  );
}
