import type { Grant } from './grant.ts';
import { sessionGrant } from './session-grant.ts';
import { storedGrant } from './stored-grant.ts';

/** UTF-16 units behind the name that are looked at. */
const MAX_WORDS = 400;
/** Names that are looked at. */
const MAX_NAMES = 50;

const NAME = /(?<![\w-])sluice(?:\.[cm]?js|@[\w.^~-]+)?(?![\w-])/gu;
/** What separates words in a command line within code, or in a list of texts. */
const BETWEEN = /[\s'"`,;()[\]{}|&]+/u;

/** The rights that code of another language gives to agents by running Sluice: `subprocess.run(["sluice", "mcp", "approve", "a"])`. */
export function grantInCode(text: string): Grant | undefined {
  let count = 0;
  for (const { index, 0: name } of text.matchAll(NAME)) {
    count += 1;
    if (count > MAX_NAMES) return undefined;
    const from = index + name.length;
    const words = text
      .slice(from, from + MAX_WORDS)
      .split(BETWEEN)
      .filter((word) => word !== '');
    const found = storedGrant(words) ?? sessionGrant(words);
    if (found !== undefined) return found;
  }
  return undefined;
}
