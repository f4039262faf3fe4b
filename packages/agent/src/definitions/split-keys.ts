/** The text of one top-level key. */
interface KeyText {
  readonly key: string;
  /** `key: value`, with the lines that belong to it. */
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

const KEY = /^([A-Za-z_][\w-]*):(?=\s|$)/;

/** Splits YAML at its top-level keys. Undefined: something comes before the first one. */
export function splitKeys(yaml: string): readonly KeyText[] | undefined {
  const keys: { readonly key: string; readonly lines: string[]; readonly line: number }[] = [];
  for (const [at, line] of yaml.split('\n').entries()) {
    const key = KEY.exec(line)?.[1];
    if (key !== undefined) keys.push({ key, lines: [line], line: at + 1 });
    else if (keys.length > 0) keys.at(-1)?.lines.push(line);
    else if (line.trim() !== '' && !line.startsWith('#')) return undefined;
  }
  return keys.map(({ key, lines, line }) => ({ key, text: lines.join('\n'), line }));
}
