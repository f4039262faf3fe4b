import { describe, expect, it } from 'vitest';
import {
  applyUpdate,
  createPermissionContext,
  createPermissionState,
  leavePlanMode,
  type PermissionContext,
  type PermissionRule,
  type PermissionUpdate,
} from '../../src/index.ts';

const rule = (
  text: string,
  source: PermissionRule['source'],
  behavior: PermissionRule['behavior'] = 'allow',
) => ({
  text,
  source,
  behavior,
  root: `/${source}`,
});

const start = createPermissionContext(
  {
    mode: 'default',
    workingDirectories: ['/p'],
    directories: [
      { path: '/shared', source: 'cli' },
      { path: '/shared', source: 'local' },
    ],
    rules: [
      rule('Bash(user *)', 'user'),
      rule('Bash(local *)', 'local'),
      rule('Bash(managed *)', 'managed', 'deny'),
    ],
  },
  1,
);

function after(context: PermissionContext, ...updates: PermissionUpdate[]): PermissionContext {
  return updates.reduce((current, update) => {
    const result = applyUpdate(current, update);
    if (!result.ok) throw new Error(result.message);
    return result.context;
  }, context);
}

const texts = ({ rules }: PermissionContext): string[] =>
  rules.map(({ source, text }) => `${source} ${text}`);

describe('an update of the permission context', () => {
  it('makes a new one, frozen through and through, and leaves the old one as it was', () => {
    const next = after(start, {
      type: 'addRules',
      behavior: 'ask',
      rules: ['Bash(npm *)'],
      destination: 'session',
    });
    expect(next.version).toBe(2);
    expect(start.rules).toHaveLength(3);
    for (const part of [next, next.rules, next.rules[0], next.directories, next.directories[0]]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  it('keeps rules in the order of their sources', () => {
    expect(texts(start)).toEqual(['managed Bash(managed *)', 'local Bash(local *)', 'user Bash(user *)']);
  });

  it('adds rules at the root of their destination, and the same one once', () => {
    const add = { type: 'addRules', behavior: 'allow', rules: ['Bash(x)'], destination: 'local' } as const;
    const next = after(start, add, add);
    expect(texts(next).filter((text) => text === 'local Bash(x)')).toHaveLength(1);
    expect(next.rules.find(({ text }) => text === 'Bash(x)')?.root).toBe('/local');
  });

  it('replaces and removes rules of one destination and behavior only', () => {
    const replaced = after(start, {
      type: 'replaceRules',
      behavior: 'allow',
      rules: ['Bash(new *)'],
      destination: 'local',
    });
    expect(texts(replaced)).toEqual(['managed Bash(managed *)', 'local Bash(new *)', 'user Bash(user *)']);
    const removed = after(start, {
      type: 'removeRules',
      behavior: 'allow',
      rules: ['Bash(user *)', 'Bash(local *)', 'Bash(managed *)'],
      destination: 'user',
    });
    expect(texts(removed)).toEqual(['managed Bash(managed *)', 'local Bash(local *)']);
  });

  it('takes a directory back from one source, and not what another gave', () => {
    const remove = { type: 'removeDirectories', directories: ['/shared'], destination: 'local' } as const;
    const next = after(start, remove);
    expect(next.workingDirectories).toEqual(['/p', '/shared']);
    expect(next.directories).toEqual([
      { path: '/p', source: 'cli' },
      { path: '/shared', source: 'cli' },
    ]);
  });

  it.each([
    [{ type: 'addRules', behavior: 'allow', rules: ['Bash(x'], destination: 'session' }, 'closing bracket'],
    [{ type: 'addDirectories', directories: ['relative'], destination: 'session' }, 'not absolute'],
    [{ type: 'setMode', mode: 'bypassPermissions', destination: 'session' }, 'was not enabled'],
  ] satisfies [PermissionUpdate, string][])('%j is refused with a reason', (update, reason) => {
    const result = applyUpdate(start, update);
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining(reason) });
  });

  it('changes no rules where only those of a policy count', () => {
    const managed = createPermissionContext({ mode: 'default', rules: start.rules, isManagedOnly: true }, 1);
    expect(texts(managed)).toEqual(['managed Bash(managed *)']);
    const add = { type: 'addRules', behavior: 'allow', rules: ['Bash'], destination: 'session' } as const;
    expect(applyUpdate(managed, add)).toMatchObject({ ok: false });
  });
});

describe('modes', () => {
  const setMode = (mode: PermissionContext['mode']): PermissionUpdate => ({
    type: 'setMode',
    mode,
    destination: 'session',
  });

  it('plan mode is left for the mode before it', () => {
    const edits = after(start, setMode('acceptEdits'), setMode('plan'));
    expect(leavePlanMode(edits)).toMatchObject({ mode: 'acceptEdits', modeBeforePlan: undefined });
    expect(leavePlanMode(start)).toBe(start);
    expect(leavePlanMode(after(start, setMode('plan'))).mode).toBe('default');
  });

  it('a mode that is disabled meanwhile does not come back', () => {
    const bypass = createPermissionContext({ mode: 'bypassPermissions' }, 1);
    const planning = after(bypass, setMode('plan'));
    expect(leavePlanMode(planning).mode).toBe('bypassPermissions');
    const { workingDirectories: _derived, version, ...kept } = planning;
    const disabled = createPermissionContext({ ...kept, isBypassAvailable: false }, version + 1);
    expect(leavePlanMode(disabled).mode).toBe('default');
  });

  it('an update of the state keeps what it does not name, plan mode with its way back too', () => {
    const state = createPermissionState({ mode: 'acceptEdits', workingDirectories: ['/p'] });
    state.apply(setMode('plan'));
    state.update({ rules: [rule('Bash(a)', 'user')] });
    expect(state.current()).toMatchObject({ mode: 'plan', modeBeforePlan: 'acceptEdits', version: 3 });
    expect(state.current().workingDirectories).toEqual(['/p']);
  });

  it('an update that changes nothing tells nobody', () => {
    const state = createPermissionState({ mode: 'default' });
    let told = 0;
    state.onChange(() => (told += 1));
    expect(state.apply(setMode('default')).ok).toBe(true);
    expect(state.apply(setMode('bypassPermissions')).ok).toBe(false);
    expect(told).toBe(0);
  });
});
