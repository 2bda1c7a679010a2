/** What says that there is none of it. */
export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === false || (Array.isArray(value) ? value.length === 0 : typeof value === "object" && Object.values(value).every(isNothing));

/** Data of any shape, for people. */
export function Tree({ value }: { value: unknown }) {
  if (Array.isArray(value))
    return (
      <ul class="tree">
        {value.map((item, index) => (
          <li key={index}>
            <Tree value={item} />
          </li>
        ))}
      </ul>
    );
  if (typeof value !== "object" || value === null) return <span class="mono">{value === true ? "yes" : value === false ? "no" : String(value)}</span>;
  return (
    <dl class="facts-list">
      {Object.entries(value).map(([name, item]) =>
        isNothing(item) ? null : (
          <div key={name}>
            <dt>{inWords(name)}</dt>
            <dd>
              <Tree value={item} />
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

const inWords = (name: string): string => name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
