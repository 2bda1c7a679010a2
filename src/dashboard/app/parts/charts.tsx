const WIDTH = 240;
const HEIGHT = 40;

/** A line of small columns, the newest at the right. */
export function Spark({ values, label, format }: { values: number[]; label: string; format: (value: number) => string }) {
  const highest = Math.max(...values, 1);
  const step = WIDTH / Math.max(values.length, 20);
  if (values.length === 0) return <p class="quiet-text">Nothing to draw yet.</p>;
  return (
    <figure class="spark">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={`${label}: from ${format(Math.min(...values))} to ${format(highest)}`}>
        {values.map((value, index) => {
          const height = Math.max(1, (value / highest) * HEIGHT);
          return <rect key={index} x={WIDTH - (values.length - index) * step} y={HEIGHT - height} width={step * 0.7} height={height} />;
        })}
      </svg>
      <figcaption class="quiet-text">longest {format(highest)}</figcaption>
    </figure>
  );
}

/** Names with bars, the longest first. */
export function Bars({ rows }: { rows: { name: string; value: number; words: string }[] }) {
  const highest = Math.max(...rows.map(({ value }) => value), 1);
  if (rows.length === 0) return <p class="quiet-text">Nothing to draw yet.</p>;
  return (
    <ul class="bars">
      {rows.map(({ name, value, words }) => (
        <li key={name}>
          <span>{name}</span>
          <span class="quiet-text">{words}</span>
          <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect class="bar-back" width="100" height="4" />
            <rect width={Math.max(0.5, (value / highest) * 100)} height="4" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
