import type { Protocol } from "devtools-protocol";

type RemoteObject = Protocol.Runtime.RemoteObject;

/** An exception as a person would read it: its message, then where it came from. */
export function exceptionText(details: Protocol.Runtime.ExceptionDetails): string {
  const thrown = details.exception;
  if (!thrown) return details.text;
  if (thrown.description) return thrown.description;
  return `${details.text} ${objectText(thrown)}`.trim();
}

/** One console argument as DevTools would print it, from the preview that came with the event. */
function objectText(object: RemoteObject): string {
  if (object.type === "string") return String(object.value);
  if (object.type === "undefined") return "undefined";
  if (object.unserializableValue) return object.unserializableValue;
  if (object.subtype === "null") return "null";
  if (object.preview) return previewText(object.preview);
  if (object.value !== undefined) return typeof object.value === "object" ? JSON.stringify(object.value) : String(object.value);
  return object.description ?? object.className ?? object.type;
}

function previewText(preview: Protocol.Runtime.ObjectPreview): string {
  if (preview.subtype === "error" || preview.subtype === "regexp" || preview.subtype === "date" || preview.subtype === "node")
    return preview.description ?? "";
  const more = preview.overflow ? ["…"] : [];
  if (preview.entries) {
    const entries = preview.entries.map((entry) =>
      entry.key ? `${previewText(entry.key)} => ${previewText(entry.value)}` : previewText(entry.value),
    );
    return `${preview.description ?? ""} {${[...entries, ...more].join(", ")}}`;
  }
  const values = preview.properties.map((property) => {
    const value = propertyText(property);
    return preview.subtype === "array" ? value : `${property.name}: ${value}`;
  });
  if (preview.subtype === "array" || preview.subtype === "typedarray") return `[${[...values, ...more].join(", ")}]`;
  if (preview.type === "function") return preview.description ?? "function";
  if (preview.type === "string") return JSON.stringify(preview.description ?? "");
  if (preview.type !== "object") return preview.description ?? "";
  const name = preview.description && preview.description !== "Object" ? `${preview.description} ` : "";
  return `${name}{${[...values, ...more].join(", ")}}`;
}

function propertyText(property: Protocol.Runtime.PropertyPreview): string {
  if (property.valuePreview) return previewText(property.valuePreview);
  if (property.type === "string") return JSON.stringify(property.value ?? "");
  if (property.type === "function") return "ƒ";
  if (property.value === "Object") return "{…}";
  return property.value ?? property.type;
}

/** `%s`, `%d`, `%o`, `%c` and the like, as the console specification has them. */
export function consoleText(args: RemoteObject[]): string {
  const [format, ...rest] = args;
  if (!format) return "";
  if (format.type !== "string" || !/%[sdifoOc%]/.test(String(format.value))) return args.map(objectText).join(" ");
  const text = String(format.value).replace(/%([sdifoOc%])/g, (match, kind: string) => {
    if (kind === "%") return "%";
    const argument = rest.shift();
    if (!argument) return match;
    if (kind === "c") return "";
    if (kind === "d" || kind === "i") return String(Math.trunc(Number(argument.value)));
    if (kind === "f") return String(Number(argument.value));
    return objectText(argument);
  });
  return [text, ...rest.map(objectText)].join(" ");
}
