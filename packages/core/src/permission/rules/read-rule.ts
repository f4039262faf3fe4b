import type { PermissionRule, RuleParts } from '../../data/permission-rule.ts';
import { compileDomain } from './domain-pattern.ts';
import { readName } from './name-rule.ts';
import { readParameter, type Parameter } from './parameter-rule.ts';
import { compilePathPattern } from './path-pattern.ts';
import { followLinks } from './path-rule.ts';
import type { Reading, RuleReadings } from './reading.ts';
import type { RuleEnvironment } from './rule-environment.ts';
import { canonicalToolName, ruleKindOf } from './rule-kinds.ts';

type Problem = RuleReadings['problems'][number];

/** A rule with brackets on its way to its readings. */
interface Bracketed {
  readonly rule: PermissionRule;
  readonly tool: string;
  readonly specifier: string;
  /** The brackets as a parameter and its value, which only deny and ask rules may have. */
  readonly parameter: readonly Reading[];
}

/** Every meaning of the rule, and its problems. */
export function readRule(
  rule: PermissionRule,
  parts: RuleParts,
  environment: RuleEnvironment,
  realPathOf: (path: string) => string,
): RuleReadings {
  const { specifier } = parts;
  const tool = canonicalToolName(parts.toolName);
  if (rule.behavior === 'allow' && tool.includes('*') && !isAnchored(tool)) {
    return refused(
      'allow-glob',
      'an allow rule takes "*" in a tool\'s name only after mcp__server__; write each tool\'s name',
    );
  }
  if (specifier === undefined) {
    const ofTool: Reading = { kind: 'tool', tool };
    if (!isOfAllPaths(rule, tool)) return read([ofTool]);
    const all = { rule, tool, specifier: '**', parameter: [] };
    return read([ofTool, ...readPath(all, environment, realPathOf).readings]);
  }
  const found = readParameter(specifier);
  const refusal = found === undefined ? undefined : refusePrimary(rule, tool, specifier, found);
  if (refusal?.leavesCommand === false) return { readings: [], problems: [refusal] };
  const parameter: Reading[] =
    found === undefined || rule.behavior === 'allow' || refusal !== undefined
      ? []
      : [{ kind: 'parameter', tool, parameter: found }];
  const bracketed: Bracketed = { rule, tool, specifier, parameter };
  const { readings, problems } = readBrackets(bracketed, environment, realPathOf);
  return { readings, problems: refusal === undefined ? problems : [refusal, ...problems] };
}

/** `Edit(*)` and `Read(*)` deny by any route, as every other path in these brackets does. */
function isOfAllPaths({ behavior, text }: PermissionRule, tool: string): boolean {
  return behavior !== 'allow' && ruleKindOf(tool)?.brackets === 'path' && /\(\s*\*\s*\)\s*$/u.test(text);
}

function readBrackets(
  bracketed: Bracketed,
  environment: RuleEnvironment,
  realPathOf: (path: string) => string,
): RuleReadings {
  const { tool, specifier, parameter } = bracketed;
  if (tool.includes('*') || tool.startsWith('mcp__')) {
    if (parameter.length > 0) return read(parameter);
    return refused(
      'never-matches',
      `the brackets after ${tool} can only contain a parameter (parameter:value), in deny and ask; write ${tool} alone`,
    );
  }
  if (environment.languages.has(tool)) return readCommand(bracketed, environment);
  switch (ruleKindOf(tool)?.brackets) {
    case 'command':
      return readCommand(bracketed, environment);
    case 'path':
      return readPath(bracketed, environment, realPathOf);
    case 'domain':
      return readDomain(bracketed);
    case 'name':
      return read([{ kind: 'name', tool, ...readName(specifier) }, ...parameter]);
    case 'none':
      return readUnbracketed(bracketed, environment, realPathOf);
    default:
      return read([{ kind: 'specifier', tool, specifier }, ...parameter]);
  }
}

function readCommand(
  { tool, specifier, parameter }: Bracketed,
  { languages }: RuleEnvironment,
): RuleReadings {
  const language = languages.get(tool) ?? languages.get(ruleKindOf(tool)?.governedBy ?? '');
  if (language === undefined) return read([{ kind: 'specifier', tool, specifier }, ...parameter]);
  const pattern = language.compile(specifier);
  if (!('problem' in pattern)) return read([{ kind: 'command', tool, pattern }, ...parameter]);
  return { readings: parameter, problems: [{ code: 'malformed', message: pattern.problem }] };
}

function readPath(
  { rule, tool, specifier, parameter }: Bracketed,
  { root, home }: RuleEnvironment,
  realPathOf: (path: string) => string,
): RuleReadings {
  const floats = rule.behavior === 'allow' ? 'names' : 'names-and-directories';
  const pattern = compilePathPattern(specifier, { ruleRoot: rule.root, root, home, floats });
  if ('problem' in pattern) return refused('never-matches', pattern.problem);
  const patterns = followLinks(pattern, rule.behavior, realPathOf);
  return read([{ kind: 'path', tool: tool === 'Edit' ? 'Edit' : 'Read', patterns }, ...parameter]);
}

function readDomain({ tool, specifier, parameter }: Bracketed): RuleReadings {
  const field = readParameter(specifier);
  if (field?.name !== 'domain') {
    if (parameter.length > 0) return read(parameter);
    return refused('never-matches', `it names no domain; write ${tool}(domain:example.com)`);
  }
  const pattern = compileDomain(field.value);
  if ('problem' in pattern) return refused('never-matches', pattern.problem);
  const domain: Reading = { kind: 'domain', tool, pattern };
  return read(field.value === '*' ? [{ kind: 'tool', tool }, domain] : [domain]);
}

/**
 * `Write(path)`: a deny or ask rule is applied as the rule that it should have been, because someone relies on it. An allow rule is
 * ignored: `Edit(path)` would allow more than it says.
 */
function readUnbracketed(
  bracketed: Bracketed,
  environment: RuleEnvironment,
  realPathOf: (path: string) => string,
): RuleReadings {
  const { rule, tool, specifier, parameter } = bracketed;
  if (parameter.length > 0) return read(parameter);
  const ruler = ruleKindOf(tool)?.pathsRuledBy ?? 'Read';
  if (rule.behavior === 'allow') {
    return refused(
      'never-consulted',
      `paths of ${tool} are controlled by ${ruler} rules; write ${ruler}(${specifier}) instead`,
    );
  }
  const { readings, problems } = readPath({ ...bracketed, tool: ruler }, environment, realPathOf);
  if (readings.length === 0) return { readings, problems };
  const message = `it is read as ${ruler}(${specifier}), which controls the paths of ${tool}; write that instead`;
  return { readings, problems: [...problems, { code: 'read-as', message }] };
}

/** A parameter that the brackets already match is rejected. `Bash(command:*)` is still a rule for a command with that name. */
function refusePrimary(
  { behavior }: PermissionRule,
  tool: string,
  specifier: string,
  { name, value }: Parameter,
): (Problem & { readonly leavesCommand: boolean }) | undefined {
  const kind = ruleKindOf(tool);
  if (kind === undefined || kind.primary !== name) return undefined;
  const fixed =
    kind.brackets === 'domain'
      ? `${tool}(domain:…)`
      : `${kind.pathsRuledBy ?? tool}(${value === '*' ? '…' : value})`;
  const message = `the brackets of ${tool} rules already match ${name}; it is not a separate parameter: write ${fixed}`;
  const leavesCommand = kind.brackets === 'command' && specifier.endsWith(':*');
  if (leavesCommand && behavior === 'allow') return undefined;
  return { code: 'primary-parameter', message, leavesCommand };
}

function isAnchored(tool: string): boolean {
  const literal = tool.slice(0, tool.indexOf('*'));
  return literal.startsWith('mcp__') && literal.includes('__', 'mcp__x'.length);
}

function read(readings: readonly Reading[]): RuleReadings {
  return { readings, problems: [] };
}

function refused(code: Problem['code'], message: string): RuleReadings {
  return { readings: [], problems: [{ code, message }] };
}
