/** Names and what they are; what is not known is left out. */
export const Facts = ({ facts, mono }: { facts: Record<string, string | undefined>; mono?: boolean }) => (
  <dl class={mono ? "facts-list mono" : "facts-list"}>
    {Object.entries(facts).map(([name, value]) =>
      value === undefined || value === "" ? null : (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
);
