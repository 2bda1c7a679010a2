/** A small row of alternatives of which one holds. */
export const Choice = <Value extends string>({ label, values, value, choose }: { label: string; values: readonly Value[]; value: Value; choose: (value: Value) => void }) => (
  <div class="choice" role="group" aria-label={label}>
    {values.map((each) => (
      <button key={each} type="button" aria-pressed={each === value} onClick={() => choose(each)}>
        {each}
      </button>
    ))}
  </div>
);
