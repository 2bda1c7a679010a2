import { EARLIER } from "../drivers/drover.ts";
import { count, median, megabytes, milliseconds } from "../measure.ts";
import type { Measurement } from "../parts/part.ts";

/** One number that two builds have in common. */
interface Figure {
  what: string;
  value: number;
  wording(value: number): string;
}

export const comparisonHead = ["", "before", "after", "ratio"];

function figuresOf({ part, page = "", samples, tokens, counts }: Measurement): Figure[] {
  const resident = counts?.["resident"];
  return [
    ...(samples.length > 0 ? [{ what: `${part} ${page}`, value: median(samples), wording: milliseconds }] : []),
    ...(!tokens ? [] : [{ what: `${part} ${page}, tokens`, value: tokens, wording: count }]),
    ...(resident === undefined ? [] : [{ what: `${part} ${page}`, value: resident, wording: megabytes }]),
  ];
}

/** Each number of this build beside the other's, by what the same driver measured on the same page. */
export function comparisonRows(measurements: readonly Measurement[]): string[][] {
  const of = (earlier: boolean) => measurements.filter(({ tool }) => tool.startsWith(EARLIER) === earlier).flatMap((line) => figuresOf(line).map((figure) => ({ ...figure, surface: line.surface })));
  const before = of(true);
  return of(false).flatMap(({ what, value, wording, surface }) => {
    const earlier = before.find((each) => each.what === what && each.surface === surface);
    const title = `${surface} ${what}`.trimEnd();
    return earlier ? [[title, wording(earlier.value), wording(value), (value / earlier.value).toFixed(2)]] : [];
  });
}
