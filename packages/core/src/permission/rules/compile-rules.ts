import type { CompiledRules, RuleProblem } from '../compiled-rules.ts';
import { parseRule } from '../parse-rule.ts';
import type { PermissionRule, RuleBehavior } from '../../data/permission-rule.ts';
import { mainCheckoutPaths } from './main-checkout-paths.ts';
import { nameProblems } from './name-problems.ts';
import { ruleWarnings } from './rule-warnings.ts';
import { earlier, type Ordered } from './ordered.ts';
import { matchesPathRule } from './path-rule.ts';
import { segmentsOf } from './path-pattern.ts';
import { readRule } from './read-rule.ts';
import type { RuleEnvironment } from './rule-environment.ts';
import { canonicalToolName, governingNames } from './rule-kinds.ts';
import { createRuleList, type ReadRule, type RuleList } from './rule-list.ts';
import { unreachableRules } from './unreachable.ts';

/**
 * Compiles rules, and reports problems with them. Symbolic links are resolved once, here. Compile once for a list of rules: this takes
 * about ten microseconds per rule, a lookup a few in total.
 */
export function compileRules(rules: readonly PermissionRule[], environment: RuleEnvironment): CompiledRules {
  const { files } = environment;
  const { read, problems } = readAll(rules, environment);
  const listOf = (behavior: RuleBehavior): RuleList =>
    createRuleList(
      read.filter(({ rule }) => rule.behavior === behavior),
      files,
    );
  const lists = { allow: listOf('allow'), ask: listOf('ask'), deny: listOf('deny') };
  problems.push(...unreachableRules(read, lists));

  return {
    forTool: (behavior, names) => lists[behavior].firstForTool(names)?.rule,
    parametersOf(behavior, names) {
      const indexes = lists[behavior].parameters.all(names);
      return indexes.length === 0 ? undefined : (input) => firstOf(indexes, (index) => index(input));
    },
    forPath(behavior, kind, path) {
      const { lexical, real } = path;
      const { paths, pathsInAnyCase } = lists[behavior];
      if (behavior !== 'allow')
        return firstOf([path, ...mainCheckoutPaths(path, files)], (one) =>
          pathsInAnyCase[kind].first(one.lexical, one.real),
        );
      const index = paths[kind];
      if (lexical === real) return index.first(lexical)?.rule;
      const segments = segmentsOf(real);
      return index.first(lexical, (rule) => matchesPathRule(rule, real, segments, files))?.rule;
    },
    forNamedFile(behavior, kind, { real }) {
      const found = lists[behavior].namedFiles[kind](real);
      return found === undefined ? undefined : { rule: found.owner.rule, path: found.path };
    },
    linkedBeneath(behavior, { real }) {
      const found = lists[behavior].linkedFiles(real);
      return found === undefined ? undefined : { rule: found.owner.rule, path: found.path };
    },
    beneath(behavior, kind, path, reach = {}) {
      const { pathsInAnyCase } = lists[behavior];
      return firstOf([path, ...mainCheckoutPaths(path, files)], (one) =>
        pathsInAnyCase[kind].firstBeneath(one.lexical, one.real, reach),
      );
    },
    namesBeneath({ lexical, real }) {
      const found = [lists.deny, lists.ask].flatMap(({ paths }) =>
        [lexical, real].flatMap((tree) => paths.Read.namesBeneath(tree)),
      );
      return [...new Set(found)];
    },
    forCommand(behavior, names, command, options) {
      const skipsBroad = options?.skipsBroad ?? false;
      return firstOf(governingNames(names), (name) => {
        const index = lists[behavior].commands.get(name);
        return behavior === 'allow'
          ? index?.firstForAllow(command, skipsBroad)
          : index?.firstOfTexts(command.deny);
      });
    },
    forSubcommand: (names, open) =>
      open.length === 0
        ? undefined
        : firstOf(
            [lists.deny, lists.ask].flatMap(({ commands }) =>
              governingNames(names).flatMap((name) => commands.get(name) ?? []),
            ),
            (index) => index.firstBehind(open),
          ),
    forHost: (behavior, names, host) =>
      firstOf(governingNames(names), (name) => lists[behavior].domains.get(name)?.(host)),
    forName: (behavior, names, asked, rest) =>
      firstOf(governingNames(names), (name) => lists[behavior].names.get(name)?.(asked, rest)),
    forSpecifier: (behavior, names, matches) =>
      firstOf(governingNames(names), (name) =>
        lists[behavior].specifiers.get(name)?.find(({ specifier }) => matches(specifier)),
      ),
    mayConcern(names) {
      const asked = governingNames(names);
      return earlier(lists.deny.firstConcerning(asked), lists.ask.firstConcerning(asked))?.rule;
    },
    problems,
  };
}

function readAll(
  rules: readonly PermissionRule[],
  environment: RuleEnvironment,
): { read: ReadRule[]; problems: RuleProblem[] } {
  const read: ReadRule[] = [];
  const problems: RuleProblem[] = [];
  const checkName = nameProblems(environment);
  const realPathOf = remembering((path) => environment.files.identify(path, '/').realPath);
  for (const [order, rule] of rules.entries()) {
    const parsed = parseRule(withToolName(rule.text));
    if (!parsed.ok) {
      problems.push({ rule, code: 'malformed', isIgnored: true, message: parsed.problem });
      continue;
    }
    const { readings, problems: found } = readRule(rule, parsed.parts, environment, realPathOf);
    const isIgnored = readings.length === 0;
    if (!isIgnored) read.push({ order, rule, readings });
    const all = isIgnored
      ? found
      : [...found, ...checkName(rule, parsed.parts), ...ruleWarnings(rule, parsed.parts, environment)];
    for (const { code, message } of all) problems.push({ rule, code, isIgnored, message });
  }
  return { read, problems };
}

/** A server's name may have characters that the names of its tools can't have. */
function withToolName(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('mcp__')) return trimmed;
  const open = trimmed.indexOf('(');
  const name = open === -1 ? trimmed : trimmed.slice(0, open);
  return `${canonicalToolName(name.trimEnd())}${trimmed.slice(name.length)}`;
}

function firstOf<T>(items: readonly T[], ask: (item: T) => Ordered | undefined): PermissionRule | undefined {
  let best: Ordered | undefined;
  for (const item of items) best = earlier(best, ask(item));
  return best?.rule;
}

function remembering(ask: (path: string) => string): (path: string) => string {
  const known = new Map<string, string>();
  return (path) => {
    const answer = known.get(path) ?? ask(path);
    known.set(path, answer);
    return answer;
  };
}
