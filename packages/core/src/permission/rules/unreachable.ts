import type { RuleProblem } from '../compiled-rules.ts';
import type { CompiledPattern } from '../command-language.ts';
import type { PermissionRule } from '../../data/permission-rule.ts';
import { createAffixIndex, type AffixIndex } from './affix-index.ts';
import type { Ordered } from './ordered.ts';
import type { Reading } from './reading.ts';
import { governingNames } from './rule-kinds.ts';
import type { ReadRule, RuleList } from './rule-list.ts';

interface Coverer extends Ordered {
  readonly pattern: CompiledPattern;
}

/** Finds allow rules for calls that a deny or ask rule decides anyway. Linear in the number of rules. */
export function unreachableRules(
  rules: readonly ReadRule[],
  lists: { readonly deny: RuleList; readonly ask: RuleList },
): RuleProblem[] {
  const sameText = new Map<string, PermissionRule>();
  const prefixes = new Map<string, AffixIndex<Coverer>>();
  for (const { order, rule, readings } of rules) {
    if (rule.behavior === 'allow') continue;
    for (const reading of readings) {
      const key = keyOf(rule, reading);
      if (sameText.has(key)) continue;
      sameText.set(key, rule);
      if (reading.kind !== 'command' || !isPrefix(rule) || reading.pattern.prefix === '') continue;
      const index = prefixes.get(reading.tool) ?? createAffixIndex<Coverer>('head');
      prefixes.set(reading.tool, index);
      index.add(reading.pattern.prefix, { order, rule, pattern: reading.pattern });
    }
  }

  const found: RuleProblem[] = [];
  for (const { rule, readings } of rules) {
    const [reading] = readings;
    if (rule.behavior !== 'allow' || reading === undefined) continue;
    const whole = lists.deny.firstForTool([reading.tool]) ?? lists.ask.firstForTool([reading.tool]);
    const covering =
      whole?.rule ?? sameText.get(keyOf(rule, reading)) ?? coveringCommand(rule, reading, prefixes);
    if (covering === undefined) continue;
    const message = messageFor(reading, covering, whole !== undefined);
    found.push({ rule, code: 'unreachable', isIgnored: false, message });
  }
  return found;
}

function coveringCommand(
  rule: PermissionRule,
  reading: Reading,
  prefixes: ReadonlyMap<string, AffixIndex<Coverer>>,
): PermissionRule | undefined {
  if (reading.kind !== 'command') return undefined;
  const { pattern, tool } = reading;
  if (pattern.exact === undefined && pattern.prefix === '') return undefined;
  const probes = pattern.exact === undefined ? probesOf(rule, pattern) : [pattern.exact];
  let covering: PermissionRule | undefined;
  for (const name of governingNames([tool])) {
    prefixes.get(name)?.visit(pattern.exact ?? pattern.prefix, (coverers) => {
      covering ??= coverers.find((coverer) => probes.every((probe) => coverer.pattern.matches(probe)))?.rule;
    });
  }
  return covering;
}

/** Texts such that a prefix pattern that matches them all matches whatever `pattern` matches. */
function probesOf(rule: PermissionRule, { prefix, matches }: CompiledPattern): string[] {
  const word = prefix.trimEnd();
  const endsAtWord = isPrefix(rule) && /[ :]\*$/.test(specifierOf(rule)) && matches(word);
  return endsAtWord ? [word, `${word} x`] : [prefix, `${prefix}x`, `${prefix} x`];
}

/** One wildcard, at the end. */
function isPrefix(rule: PermissionRule): boolean {
  const specifier = specifierOf(rule);
  return specifier.indexOf('*') === specifier.length - 1 && !specifier.includes('\\');
}

/** Rules with the same key mean the same, apart from the base of `/`. */
function keyOf(rule: PermissionRule, { kind, tool }: Reading): string {
  return `${kind} ${tool} ${kind === 'path' ? rule.root : ''} ${specifierOf(rule)}`;
}

function specifierOf({ text }: PermissionRule): string {
  const open = text.indexOf('(');
  return open === -1 ? '' : text.slice(open + 1, text.lastIndexOf(')')).trim();
}

function messageFor(reading: Reading, { behavior, text }: PermissionRule, isWholeTool: boolean): string {
  const decides = behavior === 'deny' ? 'denies' : 'asks about';
  if (reading.kind === 'path' && isWholeTool) {
    return `the rule ${text} ${decides} every call of ${reading.tool} itself, so this rule matters only for other tools; remove one of them`;
  }
  return `the rule ${text} ${decides} everything that this one allows; remove one of them`;
}
