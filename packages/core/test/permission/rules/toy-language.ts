import type { CommandLanguage } from '../../../src/index.ts';
import { compileWildcard } from '../../../src/permission/rules/wildcard.ts';

/** Commands as plain texts: `x`, `x *` and `x:*` (at a word's end), and `*` elsewhere. */
export const toyLanguage: CommandLanguage = {
  compile(specifier) {
    if (specifier === ':*') return { problem: 'it names no command' };
    const pattern = specifier.endsWith(':*') ? `${specifier.slice(0, -2)} *` : specifier;
    const star = pattern.indexOf('*');
    if (star === -1) {
      return { exact: pattern, prefix: pattern, matches: (text) => text === pattern, isBroad: false };
    }
    const endsAtWord = pattern.endsWith(' *');
    const word = pattern.slice(0, -2);
    const matches = compileWildcard(pattern);
    const matchesWord = compileWildcard(word);
    return {
      exact: undefined,
      prefix: endsAtWord && star === pattern.length - 1 ? word : pattern.slice(0, star),
      matches: (text) => matches(text) || (endsAtWord && matchesWord(text)),
      isBroad: /^(node|npx)\b/.test(pattern),
    };
  },
};
