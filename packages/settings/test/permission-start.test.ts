import { createPermissionState, type PermissionMode } from '@sluice/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings, permissionChange, permissionStart, startMode, trustDirectory } from '../src/index.ts';
import type { SettingsOptions, StartModeOptions } from '../src/index.ts';
import { makeScratch, type Scratch } from './scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

const MANAGED = 'managed/managed-settings.json';
const PROJECT = 'project/.claude/settings.json';
const LOCAL = 'project/.claude/settings.local.json';
const USER = 'home/.claude/settings.json';

const mode = (defaultMode: string): object => ({ permissions: { defaultMode } });
const NO_BYPASS = { permissions: { disableBypassPermissionsMode: 'disable' } };
const NO_AUTO = { permissions: { disableAutoMode: 'disable' } };

interface Row {
  readonly title: string;
  readonly files: Record<string, object>;
  readonly start?: StartModeOptions;
  readonly flag?: string;
  readonly isTrusted?: boolean;
  readonly mode: PermissionMode;
  readonly isBypassAvailable?: boolean;
}

describe('a session starts', () => {
  it.each<Row>([
    { title: 'in default without a word', files: {}, mode: 'default' },
    { title: 'as the user says', files: { [USER]: mode('plan') }, mode: 'plan' },
    { title: 'in default for manual', files: { [USER]: mode('manual') }, mode: 'default' },
    {
      title: 'as the project says above the user',
      files: { [USER]: mode('plan'), [PROJECT]: mode('dontAsk') },
      mode: 'dontAsk',
    },
    {
      title: 'as the flag says above all',
      files: { [MANAGED]: mode('plan') },
      start: { mode: 'acceptEdits' },
      mode: 'acceptEdits',
    },
    {
      title: 'as the settings of the command line say',
      files: { [USER]: mode('plan') },
      flag: 'dontAsk',
      mode: 'dontAsk',
    },
    { title: 'in auto for the user', files: { [USER]: mode('auto') }, mode: 'auto' },
    {
      title: 'not in auto where nothing classifies',
      files: { [USER]: mode('auto') },
      start: { isAutoAvailable: false },
      mode: 'default',
    },
    {
      title: 'not in auto for a project',
      files: { [PROJECT]: mode('auto'), [USER]: mode('plan') },
      isTrusted: true,
      mode: 'plan',
    },
    {
      title: 'not in auto for a local file',
      files: { [LOCAL]: mode('auto') },
      isTrusted: true,
      mode: 'default',
    },
    {
      title: 'not in auto where it is disabled',
      files: { [USER]: mode('auto'), [PROJECT]: NO_AUTO },
      mode: 'default',
    },
    {
      title: 'looser for a trusted project',
      files: { [PROJECT]: mode('acceptEdits') },
      isTrusted: true,
      mode: 'acceptEdits',
    },
    {
      title: 'no looser for any other',
      files: { [PROJECT]: mode('acceptEdits'), [USER]: mode('plan') },
      mode: 'plan',
    },
    {
      title: 'in bypass by flag',
      files: {},
      start: { mode: 'bypassPermissions' },
      mode: 'bypassPermissions',
      isBypassAvailable: true,
    },
    {
      title: 'in bypass for the user',
      files: { [USER]: mode('bypassPermissions') },
      mode: 'bypassPermissions',
      isBypassAvailable: true,
    },
    {
      title: 'with bypass at hand where it was enabled',
      files: {},
      start: { isBypassEnabled: true },
      mode: 'default',
      isBypassAvailable: true,
    },
    {
      title: 'not in bypass for a project',
      files: { [PROJECT]: mode('bypassPermissions') },
      isTrusted: true,
      mode: 'default',
    },
    {
      title: 'in bypass for a trusted project where it was enabled',
      files: { [PROJECT]: mode('bypassPermissions') },
      start: { isBypassEnabled: true },
      isTrusted: true,
      mode: 'bypassPermissions',
      isBypassAvailable: true,
    },
    {
      title: 'never in bypass where any file disables it',
      files: { [PROJECT]: NO_BYPASS, [USER]: mode('bypassPermissions') },
      start: { mode: 'bypassPermissions', isBypassEnabled: true },
      mode: 'default',
    },
  ])('$title', async ({ files, start = {}, flag, isTrusted = false, mode, isBypassAvailable = false }) => {
    for (const [file, content] of Object.entries(files)) scratch.write(file, content);
    if (isTrusted) await trustDirectory(scratch.project, scratch.options);
    const options: SettingsOptions = {
      ...scratch.options,
      ...(flag === undefined ? {} : { commandLine: { permissionMode: flag } }),
    };
    expect(permissionStart(loadSettings(options), start)).toMatchObject({ mode, isBypassAvailable });
  });

  it('and says why not in the mode that was asked for', () => {
    scratch.write(USER, mode('auto'));
    scratch.write(MANAGED, NO_BYPASS);
    const { notices } = startMode(loadSettings(scratch.options), {
      mode: 'bypassPermissions',
      isAutoAvailable: false,
    });
    expect(notices).toEqual([
      'The mode bypassPermissions, requested by the command line, is not used: settings disable it.',
      `The mode auto, requested by ${scratch.home}/.claude/settings.json, is not used: there is no classifier.`,
    ]);
  });
});

describe('the permission state', () => {
  it('starts from the settings', () => {
    scratch.write(USER, { permissions: { deny: ['B'], allow: ['A'], additionalDirectories: ['~'] } });
    const context = createPermissionState(permissionStart(loadSettings(scratch.options))).current();
    expect(context).toMatchObject({
      root: scratch.project,
      home: scratch.home,
      workingDirectories: [scratch.project, scratch.home],
      directories: [
        { path: scratch.project, source: 'cli' },
        { path: scratch.home, source: 'user' },
      ],
      isManagedOnly: false,
    });
    expect(context.rules.map(({ text }) => text)).toEqual(['B', 'A']);
  });

  it('holds managed rules alone where policy says so', () => {
    scratch.write(MANAGED, { allowManagedPermissionRulesOnly: true, permissions: { allow: ['M'] } });
    scratch.write(USER, { permissions: { allow: ['U'] } });
    const loaded = loadSettings({ ...scratch.options, commandLine: { allow: ['F'] } });
    const state = createPermissionState(permissionStart(loaded));
    expect(state.current().rules.map(({ text }) => text)).toEqual(['M']);
  });

  it('follows the settings, and keeps what the session was given', () => {
    scratch.write(USER, { permissions: { allow: ['A'], additionalDirectories: ['~', scratch.project] } });
    const state = createPermissionState(
      permissionStart(loadSettings(scratch.options), { mode: 'bypassPermissions' }),
    );
    state.apply({ type: 'addRules', behavior: 'allow', rules: ['S'], destination: 'session' });
    state.apply({ type: 'addDirectories', directories: ['/srv'], destination: 'session' });
    scratch.write(USER, { permissions: { deny: ['D'], disableBypassPermissionsMode: 'disable' } });
    const context = state.update(permissionChange(loadSettings(scratch.options), state.current()));
    expect(context.rules.map(({ text }) => text)).toEqual(['D', 'S']);
    expect(context.workingDirectories).toEqual([scratch.project, '/srv']);
    expect(context).toMatchObject({ mode: 'default', isBypassAvailable: false });
  });
});
