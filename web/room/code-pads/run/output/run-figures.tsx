import type { RunFigure } from "@greenroom/contract/room/pad-runs.ts";

/** The figures that a run drew, on a white background, because plots are drawn for one. */
export function RunFigures({ figures }: { figures: readonly RunFigure[] }) {
  return figures.map(({ png, alt }, index) => (
    <img
      // biome-ignore lint/suspicious/noArrayIndexKey: figures are only added at the end
      key={index}
      src={`data:image/png;base64,${png}`}
      alt={alt}
      className="mt-2 block h-auto max-w-full rounded-sm bg-white"
    />
  ));
}
