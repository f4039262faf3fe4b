import { quotedWord } from './command-text.ts';
import { textOf, type Item } from './item.ts';

/** Sub-commands stand no deeper: `docker compose run`. */
const DEEPEST = 3;

/**
 * What commands begin with before a word that isn't known and may be a sub-command. That may be the name of a file which a pattern matches:
 * `git pus[h]`, beside a file named `push`.
 */
export function openTexts(commands: readonly (readonly Item[])[]): readonly string[] {
  const texts = commands.flatMap((items) => {
    const at = items.findIndex((item) => textOf(item) === undefined);
    const item = items[at];
    if (item === undefined || at === 0 || at > DEEPEST) return [];
    const before = items.slice(0, at).map((one) => quotedWord(textOf(one) ?? ''));
    const name = before[0]?.replace(/^.*\//u, '') ?? '';
    const prefix = typeof item.value === 'object' ? item.value.prefix : '';
    return [`${[name, ...before.slice(1)].join(' ')} ${prefix}`];
  });
  return [...new Set(texts)];
}
