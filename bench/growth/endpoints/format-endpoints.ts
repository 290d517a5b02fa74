import { formatScanned } from "../measure-size.ts";
import { type Comparison, grows } from "./compare-pairs.ts";
import type { EndpointResult } from "./measure-endpoints.ts";
import type { JobResult } from "./measure-jobs.ts";

/** No answer may be larger. Files for download have no schema of their own; they may be long, and read all on purpose. */
const mostBytes = 200_000;

const wide = 74;

export function formatEndpointsHead(sizes: readonly number[]): string {
  return `${"".padEnd(wide)}${sizes.map((size) => `${size}`.padStart(11)).join("")}     ratio  succeeded`;
}

export function formatEndpoint({ name, medians, ratio, succeeded, status }: EndpointResult): string {
  const share = succeeded > 0 ? `${Math.round(100 * succeeded)} %` : `only ${status}`;
  return `${name.padEnd(wide)}${formatMedians(medians)}${formatRatio(ratio)}${share.padStart(11)}`;
}

export function formatJob({ name, medians, ratio, runs }: JobResult): string {
  return `${name.padEnd(wide)}${formatMedians(medians)}${formatRatio(ratio)}${`${runs} runs`.padStart(11)}`;
}

function formatMedians(medians: [number, number] | null): string {
  const cells = medians?.map((time) => `${time.toFixed(1)} ms`) ?? ["-", "-"];
  return cells.map((cell) => cell.padStart(11)).join("");
}

const formatRatio = (ratio: number | null) => (ratio === null ? "" : `${ratio.toFixed(2)} x`).padStart(10);

export function findEndpointProblems(result: EndpointResult, isFile: boolean): string[] {
  const problems = result.failures.map((failure) => `failed: ${failure}`);
  if (result.refusals !== undefined) problems.push(`only refused: ${result.refusals.join(" | ")}`);
  if (grows(result)) problems.push(formatGrowth(result));
  if (result.bytes > mostBytes && !isFile) problems.push(`returns ${result.bytes} bytes`);
  if (result.scanned !== undefined && !isFile) problems.push(`scans ${formatScanned(result.scanned)}`);
  return problems.map((problem) => `${result.name}: ${problem}`);
}

/** `isExpected`: jobs of this kind were enqueued. */
export function findJobProblems(result: JobResult, isExpected: boolean): string[] {
  const { name, medians, failed, idle } = result;
  if (medians === null)
    return isExpected ? [`${name}: did no work: ${failed} failed, ${idle} had nothing to do`] : [];
  return grows(result) ? [`${name}: ${formatGrowth(result)}`] : [];
}

const formatGrowth = ({ ratio, difference }: Pick<Comparison, "ratio" | "difference">) =>
  `grows ${(ratio ?? 0).toFixed(1)} times, by ${difference.toFixed(1)} ms`;
