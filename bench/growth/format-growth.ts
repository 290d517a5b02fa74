import { maxGrowth, scatterMilliseconds } from "./endpoints/compare-pairs.ts";
import { formatScanned, type Measurement } from "./measure-size.ts";

export function formatHead(sizes: readonly number[]): string {
  return `${"".padEnd(34)}${sizes.map((size) => `${size}`.padStart(13)).join("")}       ratio`;
}

/** The median at each size and the ratio of the last to the first; below, the same for each unit of the work. */
export function formatRow(results: readonly Measurement[]): string {
  const name = (results[0]?.name ?? "").padEnd(34);
  const times = results.map(({ median }) => (median === null ? "failed" : `${median.toFixed(1)} ms`));
  const lines = [`${name}${formatCells(times)}${formatRatio(ratioOf(results.map(({ median }) => median)))}`];
  if (results.some(({ bytes }) => bytes !== null))
    lines.push(`${"".padEnd(34)}${formatCells(results.map(formatAnswer))}`);
  const unit = results[0]?.work?.unit;
  if (unit !== undefined) {
    const each = results.map(perUnit);
    const cells = each.map((time) => (time === null ? "-" : `${(1000 * time).toFixed(1)} µs`));
    const counts = results.map(({ work }) => work?.count).join(" and ");
    const label = `  each ${unit}`.padEnd(34);
    lines.push(`${label}${formatCells(cells)}${formatRatio(ratioOf(each))}  (${counts})`);
  }
  if (results.some(({ p95 }) => p95 !== undefined)) {
    const cells = results.map(({ p95 }) => (p95 === undefined ? "-" : `${p95.toFixed(1)} ms`));
    lines.push(`${"  p95".padEnd(34)}${formatCells(cells)}`);
  }
  const scanned = results.at(-1)?.scanned;
  if (scanned !== undefined) lines.push(`  scans ${formatScanned(scanned)}`);
  return lines.join("\n");
}

/** `200 · 87 kB`: the rows of the answer, if it is a list, and its size. */
function formatAnswer({ rows, bytes }: Measurement): string {
  if (bytes === null) return "-";
  const size = bytes < 1000 ? `${bytes} B` : `${Math.round(bytes / 1000)} kB`;
  return rows === null ? size : `${rows} · ${size}`;
}

/** Failures, scans of large tables, answers that are too large, and what grows. */
export function findProblems(results: readonly Measurement[]): string[] {
  const name = results[0]?.name ?? "";
  const problems = results.flatMap(({ problem }) => problem ?? []);
  const hasWork = results[0]?.work !== undefined;
  const times = hasOtherRows(results) ? results.map(perRow) : results.map(({ median }) => median);
  const ratio = ratioOf(hasWork ? results.map(perUnit) : times);
  const [first, last] = [results[0]?.median ?? 0, results.at(-1)?.median ?? 0];
  if (ratio !== null && ratio > maxGrowth && last - first > scatterMilliseconds)
    problems.push(`grows ${ratio.toFixed(1)} times${hasWork ? `, each ${results[0]?.work?.unit}` : ""}`);
  return problems.map((problem) => `${name}: ${problem}`);
}

/** Whether the answers have so many more rows at one size that their times say nothing. A short history fills no page. */
function hasOtherRows(results: readonly Measurement[]): boolean {
  const [first, last] = [results[0]?.rows ?? 0, results.at(-1)?.rows ?? 0];
  return Math.min(first, last) > 0 && Math.max(first, last) > maxGrowth * Math.min(first, last);
}

function perRow({ median, rows }: Measurement): number | null {
  return median === null || rows === null || rows === 0 ? null : median / rows;
}

/** Milliseconds for each unit of the work. */
function perUnit({ median, work }: Measurement): number | null {
  return median === null || work === undefined || work.count === 0 ? null : median / work.count;
}

function ratioOf(values: readonly (number | null)[]): number | null {
  const [first, last] = [values[0], values.at(-1)];
  return first == null || last == null ? null : last / first;
}

const formatCells = (cells: readonly string[]) => cells.map((cell) => cell.padStart(13)).join("");
const formatRatio = (ratio: number | null) => (ratio === null ? "" : `${ratio.toFixed(1)} x`).padStart(12);
