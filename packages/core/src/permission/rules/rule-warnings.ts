import type { RuleProblem } from '../compiled-rules.ts';
import type { PermissionRule, RuleParts } from '../../data/permission-rule.ts';
import type { RuleEnvironment } from './rule-environment.ts';
import { canonicalToolName, ruleKindOf } from './rule-kinds.ts';

type Problem = Pick<RuleProblem, 'code' | 'message'>;

/** Directories directly below `/` that someone who writes `/etc/…` means. */
const TOP_DIRECTORIES: ReadonlySet<string> = new Set(
  (
    'Applications Library System Users Volumes bin boot dev etc home lib lib64 media mnt opt private proc root run ' +
    'sbin srv sys tmp usr var'
  ).split(' '),
);

/**
 * Rules that apply, but probably not as intended: reported in every run. What only `sluice rules` and `sluice doctor`
 * report is in the command's `cli/rules/check/doubtful-rule.ts`.
 */
export function ruleWarnings(
  rule: PermissionRule,
  { toolName, specifier }: RuleParts,
  environment: RuleEnvironment,
): Problem[] {
  const tool = canonicalToolName(toolName);
  const brackets = environment.languages.has(tool) ? 'command' : ruleKindOf(tool)?.brackets;
  const found: Problem[] = [];
  const nearMiss = (message: string): number => found.push({ code: 'near-miss', message });
  if (/\s/.test(rule.text.trim().charAt(toolName.length))) {
    nearMiss(`there is a space before the bracket; write ${toolName}(…)`);
  }
  if (specifier === undefined) {
    const hasBrackets = rule.text.trim().endsWith(')');
    if (hasBrackets && (brackets === undefined || brackets === 'none')) {
      nearMiss(`${toolName} takes no brackets, and "(*)" means every use; write ${toolName}`);
    }
    return found;
  }
  if (brackets === 'command') found.push(...colonProblems(specifier));
  if (brackets === 'path') {
    const absolute = meantAbsolute(specifier, rule, environment);
    if (absolute !== undefined) nearMiss(absolute);
    if (/^~[^/]/.test(specifier)) {
      nearMiss(`"~/" means your own home directory only; for another one, write //home/…`);
    }
    if (!specifier.includes('/') && /\\[A-Za-z0-9]/.test(specifier)) {
      nearMiss('a backslash escapes the character after it; between directories write "/"');
    }
  }
  return found;
}

function colonProblems(specifier: string): Problem[] {
  const colon = specifier.indexOf(':*');
  if (colon === -1 || colon === specifier.length - 2) return [];
  const head = specifier.slice(0, colon);
  if (/\s/.test(specifier.charAt(colon + 2))) {
    const message = `":*" means "followed by anything" only at the end; here the colon is an ordinary character, which no such command contains: write "${head} *${specifier.slice(colon + 2)}"`;
    return [{ code: 'never-matches', message }];
  }
  const message = `":*" means "followed by anything" only at the end; write "${head}:*" or leave out the colon`;
  return [{ code: 'near-miss', message }];
}

/** `/etc/**` starts at the directory of the rule's file; if nothing with that name is there, `//etc/**` was meant. */
function meantAbsolute(
  specifier: string,
  rule: PermissionRule,
  { root, home, files }: RuleEnvironment,
): string | undefined {
  if (!specifier.startsWith('/') || specifier.startsWith('//')) return undefined;
  const first = specifier.split('/')[1] ?? '';
  const isBelow = (directory: string | undefined): boolean =>
    directory !== undefined &&
    directory !== '/' &&
    (specifier === directory || specifier.startsWith(`${directory}/`));
  if (!TOP_DIRECTORIES.has(first) && !isBelow(root) && !isBelow(home)) return undefined;
  const { inode, links } = files.identify(`${rule.root}/${first}`, '/');
  if (rule.root === '/' || inode !== undefined || links > 0) return undefined;
  return `"/" starts at ${rule.root}, where there is no ${first}; from the root of the file system write "/${specifier}"`;
}
