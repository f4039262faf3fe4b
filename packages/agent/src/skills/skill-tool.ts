import { defineTool, fail, type InputCheck, type JsonSchema, type ToolPermission } from '@sluice/core';
import { contentText } from './content-text.ts';
import type { ForkCall } from './fork-call.ts';
import type { SkillUse } from './skill-use.ts';

export interface SkillInput {
  readonly skill: string;
  readonly args?: string | undefined;
}

const inputSchema: JsonSchema<SkillInput> = {
  type: 'object',
  properties: {
    skill: { type: 'string', minLength: 1, description: 'The name of the skill, as listed.' },
    args: { type: 'string', description: 'Arguments, as the user would type them after the name.' },
  },
  required: ['skill'],
  additionalProperties: false,
};

/** What the Skill tool needs of a session. */
export interface SkillPort {
  /** Undefined: the skill exists, and the model may load it. */
  refusal(name: string): Promise<string | undefined>;
  /** What it grants beyond its text, in words: "grants Bash(git *) and adds hooks". Undefined: nothing. */
  grants(name: string): string | undefined;
  /** Absolute: the file that it is in. */
  fileOf(name: string): string | undefined;
  /** Expands a skill. `isKnown`: whether the conversation already contains this text. */
  use(input: SkillInput, context: SkillUse): Promise<UsedSkill>;
}

export type UsedSkill =
  | {
      readonly ok: true;
      readonly name: string;
      readonly text: string;
      readonly isRepeated: boolean;
      /** The call that carries it out. Undefined: the conversation does. */
      readonly fork: ForkCall | undefined;
    }
  | { readonly ok: false; readonly message: string };

interface SkillOutput {
  readonly success: true;
  readonly commandName: string;
  readonly text: string;
  readonly isRepeated: boolean;
  readonly isForked: boolean;
}

/** The `Skill` tool: puts the text of a skill into the conversation. */
export function createSkillTool(port: SkillPort) {
  return defineTool({
    name: 'Skill',
    description:
      "Loads a skill: instructions, written by the user or the project, for a kind of task. The available skills are listed in notes in the conversation. Load a skill before you start a task that it describes, then follow its text. Don't load a skill that is not listed, or whose text is already in the conversation.",
    searchHint: 'skill, slash command, instructions, workflow',
    inputSchema,
    claims: () => [],
    isDestructive: false,
    isIdempotent: true,
    maxResultSizeChars: Infinity,
    actions: ({ skill, args }: SkillInput) => ({
      actions: [{ type: 'named', name: plainName(skill), rest: args }],
    }),
    decidedOn: ({ skill }: SkillInput) => {
      const path = port.fileOf(plainName(skill));
      return path === undefined ? [] : [path];
    },
    // What it grants may be another thing tomorrow: a person sees it each time.
    suggestRules: ({ skill }: SkillInput) =>
      port.grants(plainName(skill)) === undefined ? [`Skill(${plainName(skill)})`] : [],
    async validateInput({ skill }: SkillInput): Promise<InputCheck> {
      const message = await port.refusal(plainName(skill));
      return message === undefined ? { ok: true } : { ok: false, code: 'no-such-skill', message };
    },
    checkPermissions: ({ skill }: SkillInput): ToolPermission => {
      const grants = port.grants(plainName(skill));
      return grants === undefined
        ? { behavior: 'allow', message: 'it is text' }
        : { behavior: 'passthrough', message: `until your next message, it also ${grants}` };
    },
    async call({ skill, args }: SkillInput, context) {
      const used = await port.use({ skill: plainName(skill), args }, context);
      if (!used.ok) return fail('skill-not-loaded', used.message);
      const { name: commandName, text, isRepeated, fork } = used;
      if (fork === undefined)
        return {
          data: { success: true, commandName, text, isRepeated, isForked: false } satisfies SkillOutput,
        };
      const { outcome, content } = await context.invoke(fork);
      const report = contentText(content);
      if (outcome.code !== 'ok')
        return fail('skill-failed', `The agent for the skill ${commandName} did not succeed. ${report}`);
      const data: SkillOutput = {
        success: true,
        commandName,
        text: report,
        isRepeated: false,
        isForked: true,
      };
      return { data };
    },
    toModel: ({ commandName, text, isRepeated }: SkillOutput) =>
      isRepeated
        ? `The text of the skill ${commandName} is already in the conversation, unchanged. Follow it.`
        : text,
    toClient: ({ success, commandName, text, isForked }: SkillOutput) =>
      isForked ? { success, commandName, status: 'forked', result: text } : { success, commandName },
    displayName: () => 'Skill',
    summarize: ({ skill, args }: SkillInput) => `${skill}${args === undefined ? '' : ` ${args}`}`,
  });
}

/** A model may include the slash that users type. */
function plainName(name: string): string {
  return name.trim().replace(/^\//, '');
}
