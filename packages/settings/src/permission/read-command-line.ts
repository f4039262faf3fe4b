import {
  parsePermissionMode,
  parseRule,
  PERMISSION_MODE_NAMES,
  type PermissionRule,
  type RuleBehavior,
  type WorkingDirectory,
} from '@sluice/core';
import type { CommandLineSettings } from '../place/options.ts';
import type { SettingsProblem, SettingsProblemCode } from '../problem.ts';
import type { RequestedMode } from './read-mode.ts';
import { resolveDirectory } from './resolve-directory.ts';

interface CommandLinePermissions {
  readonly rules: readonly PermissionRule[];
  readonly directories: readonly WorkingDirectory[];
  readonly requested: RequestedMode | undefined;
  readonly problems: readonly SettingsProblem[];
}

/** The settings given by flags. An unusable one is an error: the user who typed it is there to fix it. */
export function readCommandLine(
  given: CommandLineSettings,
  root: string,
  home: string | undefined,
): CommandLinePermissions {
  const problems: SettingsProblem[] = [];
  const complain = (code: SettingsProblemCode, message: string): void => {
    problems.push({ code, severity: 'error', source: 'cli', message });
  };
  const read = (behavior: RuleBehavior, texts: readonly string[] = []): PermissionRule[] =>
    texts.flatMap((text) => {
      const parsed = parseRule(text);
      if (parsed.ok) return [Object.freeze({ behavior, text, source: 'cli' as const, root })];
      complain('malformed-rule', `The rule ${JSON.stringify(text)} can't be used: ${parsed.problem}.`);
      return [];
    });
  const rules = [...read('deny', given.deny), ...read('ask', given.ask), ...read('allow', given.allow)];
  const directories = (given.additionalDirectories ?? []).flatMap((text): WorkingDirectory[] => {
    const resolved = resolveDirectory(text, root, home);
    if (resolved.ok) return [{ path: resolved.path, source: 'cli' }];
    complain('missing-directory', `An additional directory can't be used: ${resolved.problem}.`);
    return [];
  });
  const { permissionMode } = given;
  const mode = parsePermissionMode(permissionMode);
  if (permissionMode !== undefined && mode === undefined) {
    const message = `${JSON.stringify(permissionMode)} is not the name of a mode: write one of ${PERMISSION_MODE_NAMES.join(', ')}.`;
    complain('wrong-value', message);
  }
  const requested: RequestedMode | undefined =
    mode === undefined ? undefined : { mode, source: 'cli', file: undefined };
  return { rules, directories, requested, problems };
}
