import { fillPluginDirectories, orList, type PluginDirectories } from '@sluice/base';
import type { ThinkingEffort } from '@sluice/core';
import { firstParagraph } from '../definitions/first-paragraph.ts';
import { readFrontmatter, type Frontmatter, type FrontmatterField } from '../definitions/read-frontmatter.ts';
import { unreadHooks, type HooksJudge } from '../definitions/hooks-judge.ts';
import type { Skill, SkillFork, SkillOrigin, SkillProblem, SkillTurn } from './skill.ts';
import { readFlag } from '../definitions/read-flag.ts';
import { splitPatterns } from '../definitions/split-patterns.ts';
import { parseToolRules } from './parse-tool-rules.ts';

interface SkillFile {
  /** Absolute. */
  readonly path: string;
  readonly directory: string;
  readonly plugin: PluginDirectories | undefined;
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
export async function readSkill(
  file: SkillFile,
  tools: readonly string[],
  judgeHooks: HooksJudge,
): Promise<ReadSkill> {
  const { path, text } = file;
  const read = await readFrontmatter(text);
  if (!read.ok) return { ok: false, problem: { path, ...read.problem } };
  const result = new SkillReading(file, read.frontmatter, tools).read();
  if (!result.ok || result.skill.hooks === undefined) return result;
  const why = await judgeHooks(result.skill.hooks);
  if (why === undefined) return result;
  const line = read.frontmatter.fields.get('hooks')?.line;
  return { ok: false, problem: { path, line, message: unreadHooks(why) } };
}

/** Reads the fields of one skill, and collects what is wrong with them. */
class SkillReading {
  readonly #file: SkillFile;
  readonly #fields: Frontmatter['fields'];
  readonly #body: string;
  readonly #tools: readonly string[];
  readonly #problems: SkillProblem[];

  constructor(file: SkillFile, { fields, body, problems }: Frontmatter, tools: readonly string[]) {
    this.#file = file;
    this.#fields = fields;
    this.#body = body;
    this.#tools = tools;
    this.#problems = problems.map((problem) => ({ path: file.path, ...problem }));
  }

  read(): ReadSkill {
    const unread = ['allowed-tools', 'disallowed-tools'].find((key) => this.#toolRules(key) === undefined);
    if (unread !== undefined) {
      const message = `\`${unread}\` must be a list of tools, as in: Read, Bash(git *).`;
      const line = this.#fields.get(unread)?.line;
      return { ok: false, problem: { path: this.#file.path, line, message } };
    }
    const otherShell = this.#otherShell();
    const turn = this.#turn();
    const fork = this.#fork(turn);
    const aliases = this.#aliases();
    const skill = { ...this.#place(), ...this.#texts(), ...this.#uses(), otherShell, turn, fork, aliases };
    return { ok: true, problems: this.#problems, skill };
  }

  #note(key: string, message: string): void {
    this.#problems.push({ path: this.#file.path, line: this.#fields.get(key)?.line, message });
  }

  #value(key: string): unknown {
    return this.#fields.get(key)?.value;
  }

  #text(key: string): string | undefined {
    const value = this.#value(key);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string') return value.trim();
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    this.#note(key, `\`${key}\` must be text. It is ignored.`);
    return undefined;
  }

  #toolRules(key: string): readonly string[] | undefined {
    const rules = parseToolRules(this.#value(key), this.#tools);
    return rules?.map((rule) => fillPluginDirectories(rule, this.#file.plugin));
  }

  /** What can't be read is taken as true: neither flag then gives the model more. */
  #flag(key: string, otherwise: boolean, meaning: string): boolean {
    const value = this.#value(key) ?? undefined;
    if (value === undefined) return otherwise;
    const isSet = readFlag(value);
    if (isSet === undefined) this.#note(key, `\`${key}\` must be true or false. ${meaning}`);
    return isSet ?? true;
  }

  #otherShell(): string | undefined {
    const shell = this.#text('shell') ?? 'bash';
    if (shell === 'bash') return undefined;
    this.#note(
      'shell',
      `\`shell: ${shell}\` is not supported: commands run in Bash. If the file has commands, it isn't loaded.`,
    );
    return shell;
  }

  #turn(): SkillTurn {
    const model = this.#text('model');
    const wanted = this.#text('effort');
    const effort = EFFORTS.find((one) => one === wanted);
    if (wanted !== undefined && effort === undefined)
      this.#note('effort', `\`effort\` must be ${orList(EFFORTS)}. It is ignored.`);
    return { model: model === 'inherit' ? undefined : model, effort };
  }

  #fork(turn: SkillTurn): SkillFork | undefined {
    const context = this.#text('context');
    if (context === 'fork') {
      const isBackground = readFlag(this.#value('background')) ?? false;
      return { agentType: this.#text('agent'), isBackground, ...turn };
    }
    if (context !== undefined && context !== 'inline')
      this.#note('context', '`context` must be fork or inline. The skill runs in the conversation.');
    for (const key of ONLY_IN_FORK)
      if (this.#isSet(key)) this.#note(key, `\`${key}\` has no effect without \`context: fork\`.`);
    return undefined;
  }

  #isSet(key: string): boolean {
    const value = this.#value(key) ?? null;
    return value !== null && value !== NO_EFFECT.get(key);
  }

  #aliases(): readonly string[] {
    const { placeName, isSkill } = this.#file;
    const given = this.#text('name');
    // Without what comes before the names of a plugin.
    const ownName = isSkill ? placeName.slice(placeName.lastIndexOf(':') + 1) : placeName;
    if (given !== undefined && given !== '' && given !== ownName && given !== placeName) {
      if (isSkill)
        this.#note('name', `The name ${JSON.stringify(given)} differs from the directory. Both names work.`);
      return [given];
    }
    if (isSkill && (!NAME.test(ownName) || ownName.length > MAX_NAME))
      this.#note(
        'name',
        `A skill's name is up to ${MAX_NAME} lower-case letters, digits, and single hyphens. This one works anyway.`,
      );
    return [];
  }

  #place(): Pick<
    Skill,
    'name' | 'otherNames' | 'isSkill' | 'origin' | 'scope' | 'path' | 'directory' | 'plugin'
  > {
    const { placeName: name, otherNames, isSkill, origin, scope, path, directory, plugin } = this.#file;
    return { name, otherNames, isSkill, origin, scope, path, directory, plugin };
  }

  #texts(): Pick<
    Skill,
    | 'description'
    | 'whenToUse'
    | 'license'
    | 'compatibility'
    | 'metadata'
    | 'argumentHint'
    | 'argumentNames'
    | 'body'
  > {
    return {
      description: this.#text('description') ?? firstParagraph(this.#body),
      whenToUse: this.#text('when_to_use') ?? this.#text('when-to-use'),
      license: this.#text('license'),
      compatibility: this.#text('compatibility'),
      metadata: this.#metadata(),
      argumentHint: rawValue(this.#file.text, this.#fields.get('argument-hint')),
      argumentNames: namesIn(this.#value('arguments')),
      body: this.#body,
    };
  }

  #metadata(): ReadonlyMap<string, string> {
    const { value = null, written } = this.#fields.get('metadata') ?? {};
    if (value === null) return new Map();
    if (typeof value !== 'object' || Array.isArray(value)) {
      this.#note('metadata', '`metadata` must be a map of keys to strings. It is ignored.');
      return new Map();
    }
    return new Map(
      Object.entries(value).map(([key, one]) => [key, written?.get(key) ?? JSON.stringify(one)] as const),
    );
  }

  #uses(): Pick<
    Skill,
    'allowedTools' | 'disallowedTools' | 'isForModel' | 'isForPerson' | 'paths' | 'hooks'
  > {
    return {
      allowedTools: this.#toolRules('allowed-tools') ?? [],
      disallowedTools: this.#toolRules('disallowed-tools') ?? [],
      isForModel: !this.#flag('disable-model-invocation', false, 'The file is not offered to the model.'),
      isForPerson: this.#flag('user-invocable', true, 'The file is offered to the user.'),
      paths: patternsIn(this.#value('paths')),
      hooks: this.#value('hooks') ?? undefined,
    };
  }
}

/** What comes after the colon, whatever YAML makes of it: `[pr] [focus]`. */
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

function patternsIn(value: unknown): readonly string[] {
  return typeof value === 'string' ? splitPatterns(value) : textList(value);
}

function textList(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.match(/[^\s,]+/g) ?? [];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
