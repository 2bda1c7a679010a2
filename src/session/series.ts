/** A number over time, and what can be said of it without all its points. */
export interface SeriesPoint {
  tMs: number;
  value: number;
}

export interface SeriesSummary {
  count: number;
  min: number | null;
  max: number | null;
  first: number | null;
  last: number | null;
  distinctCount: number;
  /** When the value first differed from the first one; null when it never did. */
  firstChangeTMs: number | null;
}

export function summarizeSeries(series: readonly SeriesPoint[]): SeriesSummary {
  const values = series.map((point) => point.value);
  const first = values[0] ?? null;
  return {
    count: series.length,
    min: values.length > 0 ? values.reduce((a, b) => Math.min(a, b)) : null,
    max: values.length > 0 ? values.reduce((a, b) => Math.max(a, b)) : null,
    first,
    last: values.at(-1) ?? null,
    distinctCount: new Set(values).size,
    firstChangeTMs: series.find((point) => point.value !== first)?.tMs ?? null,
  };
}
