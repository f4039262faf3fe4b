import type { CommandTexts } from '../compiled-rules.ts';
import type { CompiledPattern } from '../command-language.ts';
import { createAffixIndex } from './affix-index.ts';
import { addTo, type Ordered } from './ordered.ts';

export interface CommandRule extends Ordered {
  readonly pattern: CompiledPattern;
}

/** Command rules of one list and one tool. */
export interface CommandIndex {
  /** The first rule that matches one of the texts `deny`. */
  firstOfTexts(texts: readonly string[]): CommandRule | undefined;
  /** The first about a sub-command of one of these: `git push *`, of `git `. */
  firstBehind(starts: readonly string[]): CommandRule | undefined;
  /** The first that matches as allow rules do. */
  firstForAllow(command: CommandTexts, skipsBroad: boolean): CommandRule | undefined;
}

/** @param rules in order */
export function createCommandIndex(rules: readonly CommandRule[]): CommandIndex {
  const exact = new Map<string, CommandRule[]>();
  const byPrefix = createAffixIndex<CommandRule>('head');
  const others: CommandRule[] = [];
  for (const rule of rules) {
    if (rule.pattern.exact !== undefined) addTo(exact, rule.pattern.exact, rule);
    else if (rule.pattern.prefix === '') others.push(rule);
    else byPrefix.add(rule.pattern.prefix, rule);
  }

  function first(
    exactTexts: readonly string[],
    texts: readonly string[],
    skipsBroad: boolean,
  ): CommandRule | undefined {
    let best: CommandRule | undefined;
    const consider = (candidates: readonly CommandRule[], text: string | undefined): void => {
      for (const candidate of candidates) {
        if (best !== undefined && best.order <= candidate.order) return;
        if (skipsBroad && candidate.pattern.isBroad) continue;
        if (text === undefined || candidate.pattern.matches(text)) best = candidate;
      }
    };
    for (const text of exactTexts) consider(exact.get(text) ?? [], undefined);
    for (const text of texts) {
      consider(others, text);
      byPrefix.visit(text, (candidates) => consider(candidates, text));
    }
    return best;
  }

  return {
    firstOfTexts: (texts) => first(texts, texts, false),
    firstBehind: (starts) =>
      rules.find(({ pattern }) => starts.some((start) => isBehind(pattern.exact ?? pattern.prefix, start))),
    firstForAllow: ({ exact, allow }, skipsBroad) =>
      first([exact], allow === undefined ? [] : [allow], skipsBroad),
  };
}

/** An option is not a sub-command, unless the start says that it is one: `git push --for`. */
function isBehind(text: string, start: string): boolean {
  if (!text.startsWith(start)) return false;
  const word = text.slice(start.lastIndexOf(' ') + 1);
  return !start.endsWith(' ') || /^[a-z][\w-]*(?: |$)/u.test(word);
}
