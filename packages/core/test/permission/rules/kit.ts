import {
  createMemoryFiles,
  type CompiledRules,
  type Files,
  type PermissionRule,
  type RuleBehavior,
} from '../../../src/index.ts';
import { compileRules } from '../../../src/permission/rules/compile-rules.ts';
import type { RuleEnvironment } from '../../../src/permission/rules/rule-environment.ts';
import { toyLanguage } from './toy-language.ts';

export const ROOT = '/p';
export const HOME = '/home/u';

/** A project rule; one of the user's file starts `/p` at `~/.claude`. */
export function ruleOf(
  behavior: RuleBehavior,
  text: string,
  source: 'project' | 'user' = 'project',
): PermissionRule {
  return { behavior, text, source, root: source === 'user' ? `${HOME}/.claude` : ROOT };
}

export function compile(
  rules: readonly PermissionRule[],
  environment: Partial<RuleEnvironment> = {},
): CompiledRules {
  return compileRules(rules, {
    root: ROOT,
    home: HOME,
    files: createMemoryFiles(),
    languages: new Map([['Bash', toyLanguage]]),
    ...environment,
  });
}

/** Both spellings of a path. */
export function spell(path: string, files: Files = createMemoryFiles()): { lexical: string; real: string } {
  return { lexical: path, real: files.identify(path, '/').realPath };
}

/** A plain command: all its texts are the same. */
export function plain(text: string): { exact: string; allow: string; deny: string[] } {
  return { exact: text, allow: text, deny: [text] };
}
