import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { homedir } from 'node:os';
import {
  fillTemplate,
  mentionedFiles,
  readContextFile,
  skillText,
  type ArgumentValues,
  type Skill,
  type TemplateFacts,
} from '@sluice/agent';
import { shellWord } from '@sluice/base';
import { isInside, type ContextFileGate } from '@sluice/core';
import type { RunSkillCommand } from './run-skill-command.ts';
import type { SkillGrants } from './skill-grants.ts';

export interface LoadSkillContext {
  readonly cwd: string;
  readonly facts: Omit<TemplateFacts, 'skillDirectory' | 'plugin'>;
  /** Whether the user trusts the directory in which a project's file really lies. */
  readonly isTrusted: (path: string, project: string) => boolean;
  readonly runsCommands: boolean;
  readonly gate: ContextFileGate;
  readonly grants: SkillGrants;
  readonly tell: (text: string) => void;
  /** Who loads it: a person types its name. */
  readonly by: 'person' | 'model';
  /** Why hooks don't let a command run. Never rejects. */
  readonly refuses: (command: string, skill: Skill) => Promise<string | undefined>;
}

export type LoadedSkill =
  | { readonly ok: true; readonly text: string }
  /** A sentence: why it isn't loaded. */
  | { readonly ok: false; readonly message: string };

const SWITCHED_OFF = '[shell command execution disabled by policy]';
/** The model may run it as any other command, under the rules. */
const notRun = (command: string): string =>
  `[not run, because the user does not trust the project: ${command}]`;
const MAX_MENTIONED_BYTES = 128 * 1024;

/** The text of a skill with its arguments, the output of its commands, and the files that it mentions. */
export async function loadSkill(
  skill: Skill,
  args: string,
  run: RunSkillCommand,
  context: LoadSkillContext,
  values?: ArgumentValues,
): Promise<LoadedSkill> {
  const refused = (why: string): LoadedSkill => ({
    ok: false,
    message: `The skill ${skill.name} is not loaded (${skill.path}). ${why}`,
  });
  const { scope } = skill;
  const mayGrant = scope === undefined || context.isTrusted(skill.path, scope);
  const isElsewhere = scope !== undefined && !isInside(context.cwd, scope);
  const remedy = `To trust it: sluice rules trust${isElsewhere ? ` ${shellWord(scope)}` : '.'}`;
  const facts = { ...context.facts, skillDirectory: skill.directory, plugin: skill.plugin };
  const parts = fillTemplate(skill, args, facts, values);
  const written = context.runsCommands ? parts.filter(({ kind }) => kind !== 'text') : [];
  const commands = mayGrant ? written : [];
  if (written.length > 0 && skill.otherShell !== undefined)
    return refused(
      `Its commands are for ${skill.otherShell}, but Sluice runs commands only in Bash. If they work in Bash, remove \`shell\`.`,
    );
  const unsafe = commands.find(({ kind }) => kind === 'unsafe');
  if (unsafe !== undefined)
    return refused(
      `Its command puts arguments where quoting isn't safe: \`${unsafe.text}\`. Use them only as words, or in double quotes in a plain command.`,
    );
  if (mayGrant) context.grants.add(skill.allowedTools, skill.disallowedTools);
  else {
    if (written.length > 0)
      context.tell(`${skill.path}: its commands did not run, because the project is not trusted. ${remedy}`);
    context.grants.add([], skill.disallowedTools);
    if (skill.allowedTools.length > 0)
      context.tell(
        `${skill.path}: allowed-tools has no effect, because the project is not trusted. ${remedy}`,
      );
  }
  const texts: string[] = [];
  for (const { kind, text } of parts) {
    if (kind === 'text') texts.push(text);
    else if (!context.runsCommands) texts.push(SWITCHED_OFF);
    else if (!mayGrant) texts.push(notRun(text));
    else {
      const output = await run(text, () => context.refuses(text, skill));
      if (!output.ok) return refused(output.message);
      texts.push(output.text);
    }
  }
  const own = parts.flatMap(({ kind, text }) => (kind === 'text' ? [text] : [])).join('\n');
  const files = filesOf(own, mayGrant ? scope : realDirectory(skill), context);
  return { ok: true, text: skillText(skill, [texts.join(''), ...files].join('\n\n'), mayGrant, context.by) };
}

function realDirectory({ path, directory }: Skill): string {
  try {
    return dirname(realpathSync.native(path));
  } catch {
    return directory;
  }
}

/** @param project the directory whose files a project's text may name, with its trust; undefined: it is the user's text */
function filesOf(
  text: string,
  project: string | undefined,
  { cwd, gate }: LoadSkillContext,
): readonly string[] {
  const pathOf = (mentioned: string): string =>
    mentioned.startsWith('~/') ? join(homedir(), mentioned.slice(2)) : resolve(cwd, mentioned);
  return mentionedFiles(text, (mentioned) => existsSync(pathOf(mentioned))).flatMap((mentioned) => {
    const path = pathOf(mentioned);
    const directory = project ?? (isAbsolute(mentioned) ? undefined : cwd);
    const scope = directory === undefined ? 'person' : { directory };
    const read = readContextFile({ path, scope, gate, maxBytes: MAX_MENTIONED_BYTES });
    return read.status === 'read' ? [`Contents of ${mentioned}:\n${read.text.trimEnd()}`] : [];
  });
}
