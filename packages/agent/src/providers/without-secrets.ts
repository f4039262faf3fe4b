interface WithoutSecrets {
  readonly shown: string;
  /** The end of the text, if it may be the start of a secret. */
  readonly held: string;
}

const MARK = '[key]';

/**
 * Redacts secrets from left to right; if several start at one position, the longest wins. `isWhole`: nothing
 * follows. Prepend what is held to the next piece; the pieces then join to the same result as the whole text.
 * @param secrets none is empty; longer ones first
 */
export function withoutSecrets(text: string, secrets: readonly string[], isWhole: boolean): WithoutSecrets {
  const next = secrets.map((secret) => ({ secret, start: find(text, secret, 0) }));
  let held = isWhole ? text.length : heldFrom(text, secrets, 0);
  let shown = '';
  let at = 0;
  for (;;) {
    let found: { readonly secret: string; start: number } | undefined;
    for (const one of next) {
      if (one.start < at) one.start = find(text, one.secret, at);
      if (one.start < (found?.start ?? Infinity)) found = one;
    }
    if (found === undefined || found.start >= held) break;
    shown += text.slice(at, found.start) + MARK;
    at = found.start + found.secret.length;
    if (at > held) held = heldFrom(text, secrets, at);
  }
  return { shown: shown + text.slice(at, held), held: text.slice(held) };
}

function find(text: string, secret: string, from: number): number {
  const start = text.indexOf(secret, from);
  return start === -1 ? Infinity : start;
}

/** Where a possible start of a secret begins at the end of the text. */
function heldFrom(text: string, secrets: readonly string[], from: number): number {
  const longest = secrets[0]?.length ?? 0;
  for (let start = Math.max(from, text.length - longest + 1); start < text.length; start += 1) {
    const end = text.slice(start);
    if (secrets.some((secret) => secret.length > end.length && secret.startsWith(end))) return start;
  }
  return text.length;
}
