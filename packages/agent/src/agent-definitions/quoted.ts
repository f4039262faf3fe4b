const MAX_CHARS = 100;

/** A text of a definition in a message: in quotes, short, and without characters that a terminal acts on or doesn't show. */
export function quoted(text: string): string {
  const short = text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
  return JSON.stringify(short).replaceAll(/[\p{Cc}\p{Cf}]/gu, (sign) =>
    Array.from({ length: sign.length }, (_, at) => escaped(sign.charCodeAt(at))).join(''),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
