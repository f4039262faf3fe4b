import { AGENT_SETTINGS } from './table/agents.ts';
import { EDITOR_SETTINGS } from './table/editors.ts';
import { HOOK_SETTINGS } from './table/hooks.ts';
import { KEY_BINDINGS } from './table/key-bindings.ts';
import { MCP_SETTINGS } from './table/mcp.ts';
import { MODEL_SETTINGS } from './table/models.ts';
import { PERMISSION_SETTINGS } from './table/permissions.ts';
import { PROGRAM_SETTINGS } from './table/other-programs.ts';
import { SANDBOX_SETTINGS } from './table/sandbox.ts';
import { SESSION_SETTINGS } from './table/sessions.ts';
import { SKILL_SETTINGS } from './table/skills.ts';
import { TERMINAL_SETTINGS } from './table/terminal.ts';
import { TOOL_SETTINGS } from './table/tools.ts';
import { WEB_SETTINGS } from './table/web.ts';
import { WORKTREE_SETTINGS } from './table/worktrees.ts';
import type { SettingKey } from './setting-key.ts';

const KEYS = [
  ...PERMISSION_SETTINGS,
  ...HOOK_SETTINGS,
  ...SANDBOX_SETTINGS,
  ...TOOL_SETTINGS,
  ...SESSION_SETTINGS,
  ...MODEL_SETTINGS,
  ...AGENT_SETTINGS,
  ...SKILL_SETTINGS,
  ...WORKTREE_SETTINGS,
  ...WEB_SETTINGS,
  ...MCP_SETTINGS,
  ...TERMINAL_SETTINGS,
  ...KEY_BINDINGS,
  ...EDITOR_SETTINGS,
  ...PROGRAM_SETTINGS,
] as const;

/** A key with its own types. */
export type KnownKey = (typeof KEYS)[number];

/** The schema of settings files: every known key, with what it may hold. Any other key is kept and tolerated. */
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
