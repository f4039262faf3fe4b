/** A value in a git configuration. Section and key are lowercase; the subsection is dropped. */
interface GitConfigValue {
  readonly section: string;
  readonly key: string;
  readonly value: string;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['b', '\b'],
]);

/** The values in a git configuration, in order. Skips lines that git itself would reject, so it finds more than git does, never less. */
export function gitConfigValues(text: string): readonly GitConfigValue[] {
  const found: GitConfigValue[] = [];
  let section = '';
  for (const line of logicalLines(text)) {
    let rest = line.trim();
    if (rest.startsWith('[')) {
      const end = rest.lastIndexOf(']', endOfHeader(rest));
      if (end === -1) continue;
      section = (/^[\w.-]*/.exec(rest.slice(1).trimStart())?.[0] ?? '').toLowerCase();
      rest = rest.slice(end + 1).trim();
    }
    const key = /^[a-zA-Z][\w-]*/.exec(rest)?.[0];
    if (key === undefined) continue;
    const after = rest.slice(key.length).trimStart();
    if (after.startsWith('='))
      found.push({ section, key: key.toLowerCase(), value: valueOf(after.slice(1)) });
  }
  return found;
}

/** Where a section header ends. The name of a subsection may contain a bracket. */
function endOfHeader(line: string): number {
  let isQuoted = false;
  for (let index = 1; index < line.length; index += 1) {
    const char = line[index];
    if (char === '\\') index += 1;
    else if (char === '"') isQuoted = !isQuoted;
    else if (char === ']' && !isQuoted) return index;
  }
  return line.length;
}

/** Lines, joined where one ends with an odd number of backslashes. */
function logicalLines(text: string): readonly string[] {
  const lines: string[] = [];
  let parts: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const isOpen = /(?<!\\)(?:\\\\)*\\$/.test(line.slice(-64));
    parts.push(isOpen ? line.slice(0, -1) : line);
    if (isOpen) continue;
    lines.push(parts.join(''));
    parts = [];
  }
  if (parts.length > 0) lines.push(parts.join(''));
  return lines;
}

function valueOf(text: string): string {
  let value = '';
  let kept = 0;
  let isQuoted = false;
  const trimmed = text.trimStart();
  for (let index = 0; index < trimmed.length; index += 1) {
    const char = trimmed[index] ?? '';
    if (char === '\\') {
      const next = trimmed[(index += 1)] ?? '';
      value += ESCAPES.get(next) ?? next;
      kept = value.length;
    } else if (char === '"') {
      isQuoted = !isQuoted;
      kept = value.length;
    } else if (!isQuoted && (char === '#' || char === ';')) break;
    else {
      value += char;
      if (isQuoted || char.trim() !== '') kept = value.length;
    }
  }
  return value.slice(0, kept);
}
