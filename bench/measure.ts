/** Statistics and wording for numbers. Pure: data in, data out. */

export interface Summary {
  n: number;
  min: number;
  p25: number;
  median: number;
  p75: number;
  max: number;
}

/** The value below which the share `at` of the samples lies, interpolated between neighbours. */
export function quantile(sorted: readonly number[], at: number): number {
  if (sorted.length === 0) return Number.NaN;
  const position = (sorted.length - 1) * at;
  const below = Math.floor(position);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? low;
  return low + (high - low) * (position - below);
}

export function summarize(samples: readonly number[]): Summary {
  const sorted = samples.toSorted((a, b) => a - b);
  return {
    n: sorted.length,
    min: quantile(sorted, 0),
    p25: quantile(sorted, 0.25),
    median: quantile(sorted, 0.5),
    p75: quantile(sorted, 0.75),
    max: quantile(sorted, 1),
  };
}

export const median = (samples: readonly number[]): number => summarize(samples).median;

/** The same items beginning at another one each round, so that no tool always runs first. */
export function rotate<T>(items: readonly T[], round: number): T[] {
  if (items.length === 0) return [];
  const start = round % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

/**
 * How a cost grows with size: the slope of the least-squares line through the logarithms.
 * 1 is linear, 2 quadratic, 0 does not grow.
 */
export function growthExponent(points: readonly { size: number; cost: number }[]): number {
  const logs = points.map(({ size, cost }) => ({ x: Math.log(size), y: Math.log(cost) }));
  if (logs.length < 2) return Number.NaN;
  const meanX = logs.reduce((sum, { x }) => sum + x, 0) / logs.length;
  const meanY = logs.reduce((sum, { y }) => sum + y, 0) / logs.length;
  const covariance = logs.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  const variance = logs.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  return covariance / variance;
}

/** `0.07 µs`, `7.4 ms`, `74 ms`, `7.4 s`: three digits say all that a noisy machine knows. */
export function milliseconds(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (value >= 10_000) return `${(value / 1_000).toFixed(1)} s`;
  if (value >= 1_000) return `${(value / 1_000).toFixed(2)} s`;
  if (value > 0 && value < 0.05) return `${(1_000 * value).toFixed(2)} µs`;
  return value >= 100 ? `${value.toFixed(0)} ms` : `${value.toFixed(value >= 10 ? 0 : 1)} ms`;
}

export const spread = (summary: Summary): string =>
  `${milliseconds(summary.median)} (${milliseconds(summary.p25)}–${milliseconds(summary.p75)})`;

export const count = (value: number): string =>
  Number.isFinite(value) ? Math.round(value).toLocaleString("en-GB") : "–";

export const megabytes = (bytes: number): string =>
  Number.isFinite(bytes) ? `${(bytes / 1_048_576).toFixed(bytes < 104_857_600 ? 1 : 0)} MB` : "–";
