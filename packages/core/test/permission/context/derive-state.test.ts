import { describe, expect, it } from 'vitest';
import {
  createPermissionState,
  deriveState,
  type PermissionMode,
  type PermissionStart,
} from '../../../src/index.ts';
import { PERMISSION_MODES } from '../../../src/data/permission-mode.ts';

function stateOf(mode: PermissionMode, more: Partial<PermissionStart> = {}) {
  return createPermissionState({ mode, workingDirectories: ['/d'], isBypassAvailable: true, ...more });
}

/** Which mode an agent gets that wants each of the others. */
const STRICTER: Record<PermissionMode, Partial<Record<PermissionMode, PermissionMode>>> = {
  default: { plan: 'plan', dontAsk: 'dontAsk' },
  acceptEdits: { default: 'default', plan: 'plan', dontAsk: 'dontAsk' },
  plan: {},
  dontAsk: {},
  auto: { default: 'default', acceptEdits: 'acceptEdits', plan: 'plan', dontAsk: 'dontAsk' },
  bypassPermissions: {
    default: 'default',
    acceptEdits: 'acceptEdits',
    plan: 'plan',
    auto: 'auto',
    dontAsk: 'dontAsk',
  },
};

describe('the mode of an agent that another opens', () => {
  it.each(PERMISSION_MODES.flatMap((parent) => PERMISSION_MODES.map((mode) => [parent, mode] as const)))(
    'under %s, wanting %s, is the stricter of the two',
    (parent, mode) => {
      const state = deriveState(stateOf(parent), { mode });
      expect(state.current().mode).toBe(STRICTER[parent][mode] ?? parent);
    },
  );

  it.each([
    ['default', 'acceptEdits', {}, 'acceptEdits'],
    ['default', 'bypassPermissions', {}, 'bypassPermissions'],
    ['default', 'bypassPermissions', { isBypassAvailable: false }, 'default'],
    ['default', 'auto', { isAutoAvailable: false }, 'default'],
    ['acceptEdits', 'bypassPermissions', {}, 'acceptEdits'],
    ['plan', 'acceptEdits', {}, 'plan'],
    ['dontAsk', 'bypassPermissions', {}, 'dontAsk'],
  ] as const)('under %s a trusted definition that wants %s (%o) gets %s', (parent, mode, more, got) => {
    expect(deriveState(stateOf(parent, more), { mode, mayLoosen: true }).current().mode).toBe(got);
  });

  it.each(['plan', 'dontAsk'] as const)(
    'stays in %s if it begins there, whatever its parent does',
    (mode) => {
      const parent = stateOf(mode);
      const [child, typed] = [deriveState(parent), deriveState(stateOf('default'), { mode })];
      const grandchild = deriveState(child);
      const modes = () => [child, typed, grandchild].map((state) => state.current().mode);
      for (const next of ['default', 'bypassPermissions', 'dontAsk', mode] as const) {
        parent.update({ mode: next });
        expect(modes()).toEqual([mode, mode, mode]);
      }
      parent.update({ mode: 'plan' });
      expect(child.current().mode).toBe('plan');
      parent.update({ mode: 'default' });
      child.update({ mode: 'default' });
      expect(modes()).toEqual(['default', mode, mode]);
    },
  );

  it('follows its parent', () => {
    const parent = stateOf('acceptEdits');
    const [free, strict] = [deriveState(parent), deriveState(parent, { mode: 'default' })];
    const grandchild = deriveState(free);
    const modes = () => [free, strict, grandchild].map((state) => state.current().mode);
    expect(modes()).toEqual(['acceptEdits', 'default', 'acceptEdits']);
    parent.update({ mode: 'plan' });
    expect(modes()).toEqual(['plan', 'plan', 'plan']);
    parent.update({ mode: 'bypassPermissions' });
    expect(modes()).toEqual(['bypassPermissions', 'default', 'bypassPermissions']);
  });

  it.each([
    ['default', undefined, 'acceptEdits', false],
    ['default', undefined, 'plan', true],
    ['bypassPermissions', 'default', 'acceptEdits', true],
    ['bypassPermissions', 'plan', 'default', false],
    ['bypassPermissions', 'dontAsk', 'default', false],
    ['plan', undefined, 'default', false],
  ] as const)('under %s in %s, being set to %s: %s', (parent, mode, next, ok) => {
    const around = stateOf(parent);
    const state = deriveState(around, { mode });
    const before = state.current().mode;
    expect(state.apply({ type: 'setMode', mode: next, destination: 'session' }).ok).toBe(ok);
    expect(state.current().mode).toBe(ok ? next : before);
    expect(around.current().mode).toBe(parent);
  });
});

describe('the rules of an agent that another opens', () => {
  it('are those of its parent at every moment, and its own denies', () => {
    const parent = stateOf('default');
    const state = deriveState(parent, { denies: ['Bash'] });
    const texts = () => state.current().rules.map(({ behavior, text }) => `${behavior} ${text}`);
    expect(texts()).toEqual(['deny Bash']);
    parent.apply({ type: 'addRules', behavior: 'deny', rules: ['Edit'], destination: 'session' });
    expect(texts()).toEqual(['deny Edit', 'deny Bash']);
    state.apply({ type: 'addRules', behavior: 'allow', rules: ['Write'], destination: 'session' });
    expect(parent.current().rules.map(({ text }) => text)).toContain('Write');
    expect(texts()).toContain('allow Write');
    parent.update({ isManagedOnly: true });
    expect(texts()).toEqual(['deny Bash']);
  });

  it('are the same list while they are the same rules, and each change is a new version that is told', () => {
    const parent = stateOf('default');
    const state = deriveState(parent, { denies: ['Bash'] });
    const { rules, version } = state.current();
    expect(state.current().version).toBe(version);
    let told = 0;
    const unlisten = state.onChange(() => void (told += 1));
    parent.apply({ type: 'setMode', mode: 'acceptEdits', destination: 'session' });
    expect(state.current().version).toBeGreaterThan(version);
    expect(told).toBe(1);
    state.apply({ type: 'setMode', mode: 'plan', destination: 'session' });
    expect(told).toBe(2);
    unlisten();
    parent.update({ mode: 'default' });
    expect(told).toBe(2);
    expect(deriveState(parent).current().rules).toBe(parent.current().rules);
    expect(rules.map(({ text }) => text)).toEqual(['Bash']);
  });
});
