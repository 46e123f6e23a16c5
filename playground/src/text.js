// Numbers and words for people.

/** A number with so many significant digits, without trailing zeros. */
export function number(value, digits = 5) {
  if (value === null || value === undefined) return "?";
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return "0";
  const size = Math.abs(value);
  const text = size < 1e-4 || size >= 1e7 ? value.toExponential(digits - 1) : value.toPrecision(digits);
  const [mantissa, exponent] = text.split("e");
  const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  return (exponent === undefined ? short : `${short}e${Number(exponent)}`).replace("-", "−").replace("e-", "e−");
}

export const tuple = (vector, digits = 4) => `(${vector.map((x) => number(x, digits)).join(", ")})`;
export const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
export const words = (snake) => snake.replaceAll("_", " ");
