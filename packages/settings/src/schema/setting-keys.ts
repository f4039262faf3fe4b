import { AGENT_KEYS } from './keys/agent-keys.ts';
import { EDITOR_KEYS } from './keys/editor-keys.ts';
import { HOOK_KEYS } from './keys/hook-keys.ts';
import { KEY_BINDINGS } from './keys/key-bindings.ts';
import { MCP_KEYS } from './keys/mcp-keys.ts';
import { MODEL_KEYS } from './keys/model-keys.ts';
import { PERMISSION_KEYS } from './keys/permission-keys.ts';
import { PROGRAM_KEYS } from './keys/program-keys.ts';
import { SANDBOX_KEYS } from './keys/sandbox-keys.ts';
import { SESSION_KEYS } from './keys/session-keys.ts';
import { SKILL_KEYS } from './keys/skill-keys.ts';
import { TERMINAL_KEYS } from './keys/terminal-keys.ts';
import { TOOL_KEYS } from './keys/tool-keys.ts';
import { WEB_KEYS } from './keys/web-keys.ts';
import { WORKTREE_KEYS } from './keys/worktree-keys.ts';
import type { SettingKey } from './setting-key.ts';

const KEYS = [
  ...PERMISSION_KEYS,
  ...HOOK_KEYS,
  ...SANDBOX_KEYS,
  ...TOOL_KEYS,
  ...SESSION_KEYS,
  ...MODEL_KEYS,
  ...AGENT_KEYS,
  ...SKILL_KEYS,
  ...WORKTREE_KEYS,
  ...WEB_KEYS,
  ...MCP_KEYS,
  ...TERMINAL_KEYS,
  ...KEY_BINDINGS,
  ...EDITOR_KEYS,
  ...PROGRAM_KEYS,
] as const;

/** A key with its own types. */
export type KnownKey = (typeof KEYS)[number];

/** Every known key. Any other key is kept and tolerated. */
export const SETTING_KEYS: readonly SettingKey[] = KEYS;

const BY_NAME: ReadonlyMap<string, SettingKey> = new Map(SETTING_KEYS.map((each) => [each.key, each]));

export function settingKey(key: string): SettingKey | undefined {
  return BY_NAME.get(key);
}

/** Objects that only contain other keys (`sandbox.network`), with the names in each; the top level under the empty name. */
export const SETTING_GROUPS: ReadonlyMap<string, readonly string[]> = groupsOf(SETTING_KEYS);

function groupsOf(keys: readonly SettingKey[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, Set<string>>();
  for (const { key } of keys) {
    const steps = key.split('.');
    for (const [depth, step] of steps.entries()) {
      const group = steps.slice(0, depth).join('.');
      groups.set(group, (groups.get(group) ?? new Set()).add(step));
    }
  }
  return new Map([...groups].map(([group, names]) => [group, [...names]]));
}
