const romans: readonly [number, string][] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

function roman(value: number): string {
  let rest = value;
  let text = "";
  for (const [worth, letters] of romans)
    for (; rest >= worth; rest -= worth) text += letters;
  return text;
}

function letters(value: number): string {
  let text = "";
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / 26)) text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  return text;
}

/** A counter's value as its style writes it. Styles of other scripts are written as numbers. */
export function counterText(value: number, style: string): string {
  const inRange = value > 0 && value < 4000;
  switch (style) {
    case "none":
      return "";
    case "decimal-leading-zero":
      return Math.abs(value) < 10 ? `${value < 0 ? "-" : ""}0${Math.abs(value)}` : String(value);
    case "lower-roman":
      return inRange ? roman(value) : String(value);
    case "upper-roman":
      return inRange ? roman(value).toUpperCase() : String(value);
    case "lower-alpha":
    case "lower-latin":
      return value > 0 ? letters(value) : String(value);
    case "upper-alpha":
    case "upper-latin":
      return value > 0 ? letters(value).toUpperCase() : String(value);
    case "disc":
      return "•";
    case "circle":
      return "◦";
    case "square":
      return "▪";
    default:
      return String(value);
  }
}
