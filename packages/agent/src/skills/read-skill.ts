import { orList } from '@sluice/base';
import type { ThinkingEffort } from '@sluice/core';
import { readFrontmatter, type FrontmatterField } from '../definitions/read-frontmatter.ts';
import type { Skill, SkillFork, SkillOrigin, SkillProblem, SkillTurn } from './skill.ts';
import { toolRules } from './tool-rules.ts';

interface SkillFile {
  /** Absolute. */
  readonly path: string;
  readonly directory: string;
  /** The name by its place: the directory of a skill, the file of a command. */
  readonly placeName: string;
  readonly otherNames: readonly string[];
  readonly isSkill: boolean;
  readonly origin: SkillOrigin;
  readonly scope: string | undefined;
  readonly text: string;
}

export type ReadSkill =
  | { readonly ok: true; readonly skill: Skill; readonly problems: readonly SkillProblem[] }
  | { readonly ok: false; readonly problem: SkillProblem };

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const MAX_NAME = 64;

/** Keys of the agent that carries out a skill. */
const ONLY_IN_FORK = ['agent', 'background'] as const;

/** With these values, such a key would have no effect anyway. */
const NO_EFFECT: ReadonlyMap<string, unknown> = new Map<string, unknown>([['background', false]]);

const EFFORTS: readonly ThinkingEffort[] = ['low', 'medium', 'high', 'xhigh', 'max'];

/** @param tools the names of all tools, for `allowed-tools` in any case */
export async function readSkill(file: SkillFile, tools: readonly string[]): Promise<ReadSkill> {
  const { path, placeName, isSkill, origin, scope, directory } = file;
  const read = await readFrontmatter(file.text);
  if (!read.ok) return { ok: false, problem: { path, ...read.problem } };
  const { fields, body } = read.frontmatter;
  const problems: SkillProblem[] = read.frontmatter.problems.map((problem) => ({ path, ...problem }));
  const note = (field: FrontmatterField | undefined, message: string): void =>
    void problems.push({ path, line: field?.line, message });
  const textOf = (key: string): string | undefined => {
    const field = fields.get(key);
    if (field === undefined || field.value === null) return undefined;
    if (typeof field.value === 'string') return field.value.trim();
    if (typeof field.value === 'number' || typeof field.value === 'boolean') return String(field.value);
    note(field, `\`${key}\` must be text. It is left out.`);
    return undefined;
  };
  const turnOf = (): SkillTurn => {
    const model = textOf('model');
    const wanted = textOf('effort');
    const effort = EFFORTS.find((one) => one === wanted);
    if (wanted !== undefined && effort === undefined)
      note(fields.get('effort'), `\`effort\` must be ${orList(EFFORTS)}. It is left out.`);
    return { model: model === 'inherit' ? undefined : model, effort };
  };
  const forkOf = (turn: SkillTurn): SkillFork | undefined => {
    const context = textOf('context');
    if (context !== 'fork') {
      if (context !== undefined && context !== 'inline')
        note(fields.get('context'), '`context` must be fork or inline. The skill runs in the conversation.');
      return undefined;
    }
    return {
      agentType: textOf('agent'),
      isBackground: isYes(fields.get('background')?.value, false),
      ...turn,
    };
  };
  for (const key of ['allowed-tools', 'disallowed-tools']) {
    if (toolRules(fields.get(key)?.value, tools) !== undefined) continue;
    const line = fields.get(key)?.line;
    return {
      ok: false,
      problem: { path, line, message: `\`${key}\` must be a list of tools, as in: Read, Bash(git *).` },
    };
  }
  const isSet = (key: string): boolean => {
    const { value = null } = fields.get(key) ?? {};
    return value !== null && value !== NO_EFFECT.get(key);
  };
  const shell = textOf('shell') ?? 'bash';
  if (shell !== 'bash')
    note(
      fields.get('shell'),
      `\`shell: ${shell}\` is not supported: commands run in Bash. The file isn't loaded if it has commands.`,
    );
  const turn = turnOf();
  const fork = forkOf(turn);
  if (fork === undefined) {
    for (const key of ONLY_IN_FORK)
      if (isSet(key)) note(fields.get(key), `\`${key}\` has no effect without \`context: fork\`.`);
  }
  const given = textOf('name');
  // Without what stands before the names of a plugin.
  const ownName = isSkill ? placeName.slice(placeName.lastIndexOf(':') + 1) : placeName;
  const aliases: string[] = [];
  if (given !== undefined && given !== '' && given !== ownName && given !== placeName) {
    aliases.push(given);
    if (isSkill)
      note(
        fields.get('name'),
        `The name ${JSON.stringify(given)} differs from the directory. Both names work.`,
      );
  } else if (isSkill && (!NAME.test(ownName) || ownName.length > MAX_NAME)) {
    note(
      fields.get('name'),
      `A skill's name is up to ${MAX_NAME} lower-case letters, digits, and single hyphens.`,
    );
  }
  return {
    ok: true,
    problems,
    skill: {
      name: placeName,
      otherNames: file.otherNames,
      aliases,
      isSkill,
      origin,
      scope,
      path,
      directory,
      description: textOf('description') ?? firstParagraph(body),
      whenToUse: textOf('when_to_use') ?? textOf('when-to-use'),
      license: textOf('license'),
      compatibility: textOf('compatibility'),
      argumentHint: rawValue(file.text, fields.get('argument-hint')),
      argumentNames: namesIn(fields.get('arguments')?.value),
      allowedTools: toolRules(fields.get('allowed-tools')?.value, tools) ?? [],
      disallowedTools: toolRules(fields.get('disallowed-tools')?.value, tools) ?? [],
      isForModel: !isYes(fields.get('disable-model-invocation')?.value, false),
      isForPerson: isYes(fields.get('user-invocable')?.value, true),
      paths: textList(fields.get('paths')?.value, PATTERN),
      fork,
      turn,
      hooks: fields.get('hooks')?.value ?? undefined,
      otherShell: shell === 'bash' ? undefined : shell,
      body,
    },
  };
}

/** What stands after the colon, whatever YAML makes of it: `[pr] [focus]`. */
function rawValue(text: string, field: FrontmatterField | undefined): string | undefined {
  if (field === undefined) return undefined;
  const line = text.split(/\r\n|\n|\r/, field.line)[field.line - 1] ?? '';
  const raw = line.slice(line.indexOf(':') + 1).trim();
  if (raw === '') return undefined;
  return /^(["']).*\1$/s.test(raw) && typeof field.value === 'string' ? field.value : raw;
}

function namesIn(value: unknown): readonly string[] {
  return textList(value).filter((name) => /^[A-Za-z_]\w*$/.test(name));
}

/** A word in which commas within braces separate nothing: `src/*.{js,ts}`. */
const PATTERN = /(?:\{[^{}\s]*\}|[^\s,{}])+/g;
const WORD = /[^\s,]+/g;

function textList(value: unknown, item: RegExp = WORD): readonly string[] {
  if (typeof value === 'string') return value.match(item) ?? [];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** YAML 1.1 knew more words for a boolean. */
function isYes(value: unknown, otherwise: boolean): boolean {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word === true || word === 1 || word === 'yes' || word === 'on' || word === 'true' || word === '1')
    return true;
  if (word === false || word === 0 || word === 'no' || word === 'off' || word === 'false' || word === '0')
    return false;
  return otherwise;
}

function firstParagraph(body: string): string {
  const paragraph = body
    .split(/\n[ \t]*\n/)
    .find((part) => !/^\s*(?:#|<!--)/.test(part) && part.trim() !== '');
  return (paragraph ?? body.split('\n', 1)[0] ?? '')
    .replace(/^#+\s*/, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
