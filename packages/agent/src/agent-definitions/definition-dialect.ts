import { isJsonObject } from '@sluice/core';
import type { PeerProgram } from '../definitions/peer-places.ts';
import type { DefinitionFields } from './parse-definition.ts';

/** The keys of another program's definition as ours. */
export type Adapted =
  | {
      readonly ok: true;
      readonly fields: DefinitionFields;
      /** Keys without a counterpart here. */
      readonly ignored: readonly string[];
    }
  /** It can't be used: the key, and why as a sentence. Without a reason it is left out silently. */
  | { readonly ok: false; readonly key: string; readonly message: string | undefined };

type Adapt = (given: DefinitionFields) => Adapted;

/** What writes files, and what runs commands. */
const EDITS = ['Edit', 'Write', 'NotebookEdit'];

const FROM_GEMINI: Adapt = (given) => {
  if (given.get('kind')?.value === 'remote')
    return { ok: false, key: 'kind', message: 'Remote agents of Gemini CLI are not supported.' };
  return {
    ok: true,
    fields: renamed(given, { max_turns: 'maxTurns' }),
    ignored: ['temperature', 'timeout_mins'],
  };
};

const OPENCODE_PERMISSIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['edit', EDITS],
  ['bash', ['Bash']],
  ['webfetch', ['WebFetch']],
  ['websearch', ['WebSearch']],
  ['task', ['Agent']],
  ['skill', ['Skill']],
]);

const FROM_OPENCODE: Adapt = (given) => {
  if (given.get('disable')?.value === true) return { ok: false, key: 'disable', message: undefined };
  const permission = given.get('permission');
  const denied = new Array<string>();
  if (permission !== undefined) {
    const { value } = permission;
    const entries = isJsonObject(value) ? Object.entries(value) : undefined;
    for (const [name, answer] of entries ?? []) {
      const tools = OPENCODE_PERMISSIONS.get(name);
      if (answer === 'deny') denied.push(...(tools ?? [name]));
      else if (isJsonObject(answer) && name === 'bash')
        denied.push(...Object.keys(answer).flatMap((key) => (answer[key] === 'deny' ? `Bash(${key})` : [])));
      else if (isJsonObject(answer) && Object.values(answer).includes('deny'))
        return {
          ok: false,
          key: 'permission',
          message: `\`permission.${name}\` denies part of a tool, which is not supported. Add a deny rule to the settings instead.`,
        };
    }
    if (entries === undefined && value !== 'allow' && value !== 'ask')
      return { ok: false, key: 'permission', message: '`permission` must be a map, such as `edit: deny`.' };
  }
  const fields = new Map(renamed(given, { steps: 'maxTurns', maxSteps: 'maxTurns' }));
  if (denied.length > 0) {
    const { value = [] } = given.get('disallowedTools') ?? {};
    const before: readonly unknown[] = Array.isArray(value) ? value : [value];
    fields.set('disallowedTools', { ...permission, value: [...before, ...denied] });
  }
  // Here, every agent can be opened by another, and `--agent` takes each.
  const isMode = given.get('mode')?.value === 'primary';
  return { ok: true, fields, ignored: ['temperature', 'top_p', ...(isMode ? ['mode'] : [])] };
};

/** Codex's levels below ours. */
const LOW_EFFORTS: readonly unknown[] = ['none', 'minimal'];

const FROM_CODEX: Adapt = (given) => {
  const fields = new Map(
    renamed(given, { model_reasoning_effort: 'effort', developer_instructions: 'prompt' }),
  );
  const effort = fields.get('effort');
  if (effort !== undefined && LOW_EFFORTS.includes(effort.value))
    fields.set('effort', { ...effort, value: 'low' });
  const sandbox = given.get('sandbox_mode');
  const isReadOnly = sandbox?.value === 'read-only';
  if (sandbox !== undefined && isReadOnly) {
    fields.set('permissionMode', { ...sandbox, value: 'plan' });
    fields.set('disallowedTools', { ...sandbox, value: EDITS });
  }
  return {
    ok: true,
    fields,
    ignored: ['mcp_servers', 'skills', 'nickname_candidates', ...(isReadOnly ? [] : ['sandbox_mode'])],
  };
};

/** How definitions of each program are read. Those of others have our keys. */
export const DIALECTS: ReadonlyMap<PeerProgram, Adapt> = new Map([
  ['gemini', FROM_GEMINI],
  ['opencode', FROM_OPENCODE],
  ['codex', FROM_CODEX],
]);

/** With our names for its keys; a key that has ours already stays. */
function renamed(given: DefinitionFields, names: Readonly<Record<string, string>>): DefinitionFields {
  const ours = Object.entries(names).flatMap(([theirs, name]) => {
    const field = given.get(theirs);
    return field === undefined ? [] : [[name, field] as const];
  });
  return new Map([...ours, ...given]);
}
