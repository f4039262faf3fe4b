import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Asker, PermissionRequest, SessionContext } from '@sluice/core';
import { loadSettings, type LoadedSettings } from '@sluice/settings';
import { commandHooks, type EventVerdict, type HookDispatcher } from '@sluice/hooks';
import { changedSettingsFiles } from '../src/events/changed-settings-files.ts';
import { HookedEvents } from '../src/events/hooked-events.ts';

let path: string;
beforeEach(() => {
  path = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-events-')));
  for (const name of ['project', 'home/.sluice', 'managed']) mkdirSync(join(path, name), { recursive: true });
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

function load(): LoadedSettings {
  return loadSettings({
    cwd: join(path, 'project'),
    home: join(path, 'home'),
    env: {},
    managedDirectories: [join(path, 'managed')],
  });
}

function write(file: string, value: object): void {
  writeFileSync(join(path, file), JSON.stringify(value));
}

interface Fired {
  readonly event: string;
  readonly fields: object;
  readonly withinMs: number | undefined;
}

/** Answers every event with what it is given, and keeps what was fired. */
function dispatcherOf(answer: (silence: EventVerdict) => Promise<EventVerdict>, longest = 1500) {
  const fired: Fired[] = [];
  const dispatcher: HookDispatcher = {
    has: () => true,
    fileNames: () => [],
    longestTimeout: () => longest,
    async fire(event, fields, { withinMs }) {
      fired.push({ event, fields, withinMs });
      return answer(await SILENT.fire('Stop', { stop_hook_active: false }, { cwd: '/' }));
    },
  };
  return { fired, dispatcher };
}

const SILENT = (() => {
  const directory = realpathSync(tmpdir());
  const loaded = loadSettings({
    cwd: directory,
    home: undefined,
    env: {},
    managedDirectories: [],
    sources: [],
  });
  return commandHooks(loaded, {
    processes: { run: () => Promise.reject(new Error('nothing runs here')) },
    env: {},
    sessionId: () => 's',
    transcriptPath: () => '/t',
    permissionMode: () => 'default',
    knownTools: [],
    ruleMatcher: () => () => true,
    keepText: async () => undefined,
  }).dispatcher;
})();

function eventsOf(dispatcher: HookDispatcher | undefined, env: Record<string, string> = {}) {
  const told: string[] = [];
  const delivered: string[] = [];
  const hooks = { dispatcher: () => dispatcher, deliver: (text: string) => void delivered.push(text) };
  return {
    events: new HookedEvents(hooks, env, '/cwd', (text) => void told.push(text)),
    told,
    delivered,
  };
}

const blocking = async (silence: EventVerdict): Promise<EventVerdict> => ({
  ...silence,
  block: { hook: 'guard', reason: 'not now' },
});

describe('a change of the settings', () => {
  it('is told with the files that came, went or hold something else, and those that were not touched are left out', () => {
    write('home/.sluice/settings.json', { model: 'a' });
    write('managed/managed-settings.json', {});
    const before = load();
    write('home/.sluice/settings.json', { model: 'b' });
    expect(changedSettingsFiles(before, load())).toEqual([
      { source: 'user_settings', file: join(path, 'home/.sluice/settings.json') },
    ]);
    rmSync(join(path, 'managed/managed-settings.json'));
    mkdirSync(join(path, 'project/.sluice'));
    write('project/.sluice/settings.json', {});
    write('project/.sluice/settings.local.json', {});
    expect(
      changedSettingsFiles(before, load())
        .map(({ source }) => source)
        .toSorted(),
    ).toEqual(['local_settings', 'policy_settings', 'project_settings', 'user_settings']);
  });

  it('counts unless a hook refuses it', async () => {
    const before = load();
    write('home/.sluice/settings.json', {});
    const now = load();
    const { fired, dispatcher } = dispatcherOf(async (silence) => silence);
    expect(await eventsOf(dispatcher).events.mayChange(before, now)).toBe(true);
    expect(fired).toMatchObject([{ event: 'ConfigChange', fields: { source: 'user_settings' } }]);
    expect(await eventsOf(undefined).events.mayChange(before, now)).toBe(true);
    const refusing = eventsOf(dispatcherOf(blocking).dispatcher);
    expect(await refusing.events.mayChange(before, now)).toBe(false);
    expect(refusing.told).toEqual([expect.stringMatching(/was rejected by the hook "guard": not now/)]);
  });

  it('of a policy always counts, and at once, whatever a hook says and however long it takes', async () => {
    const before = load();
    write('managed/managed-settings.json', {});
    write('home/.sluice/settings.json', {});
    const now = load();
    const hanging = dispatcherOf(() => new Promise(() => {}));
    expect(await eventsOf(hanging.dispatcher).events.mayChange(before, now)).toBe(true);
    expect(hanging.fired).toHaveLength(2);
    expect(await eventsOf(dispatcherOf(blocking).dispatcher).events.mayChange(before, now)).toBe(true);
  });
});

describe('"continue": false', () => {
  const stopping = async (silence: EventVerdict): Promise<EventVerdict> => ({
    ...silence,
    stop: { reason: 'enough' },
  });
  const at = (cwd: string): SessionContext => ({ cwd, values: new Map() });
  type Events = ReturnType<typeof eventsOf>['events'];
  const person: Asker = { push: () => {}, remove: () => {}, update: () => {} };
  const request: PermissionRequest = {
    kind: 'permission',
    batch: { messageId: 'm', open: 1 },
    requestId: 'ask-1',
    callId: 'c',
    toolName: 'Bash',
    input: {},
    display: { text: '', isWhole: true, warnings: [] },
    summary: '',
    reason: '',
    askedBy: 'default',
    matchedRule: undefined,
    blockedPath: undefined,
    suggestedRules: [],
    suggestedDestination: 'session',
    risk: 'low',
    agentChain: [],
  };
  it.each<[event: string, fire: (events: Events) => unknown]>([
    ['CwdChanged', (events) => events.contextChanged(at('/a'), at('/b'))],
    [
      'DirectoryAdded',
      (events) =>
        events.permissionUpdated({ type: 'addDirectories', directories: ['/a'], destination: 'session' }),
    ],
    ['Notification', (events) => events.notifying(person).push(request, () => {})],
    [
      'ConfigChange',
      (events) => {
        const before = load();
        write('home/.sluice/settings.json', {});
        return events.mayChange(before, load());
      },
    ],
  ])('of %s is wanted, once', async (event, fire) => {
    const { fired, dispatcher } = dispatcherOf(stopping);
    const { events } = eventsOf(dispatcher);
    expect(await events.stopWanted()).toBeUndefined();
    await fire(events);
    await new Promise((resolve) => void setImmediate(resolve));
    expect(fired.map((one) => one.event)).toEqual([event]);
    expect(await events.stopWanted()).toEqual({ reason: 'enough' });
    expect(await events.stopWanted()).toBeUndefined();
  });

  it('of another current directory is waited for', async () => {
    const gate = Promise.withResolvers<void>();
    const { dispatcher } = dispatcherOf((silence) => gate.promise.then(() => stopping(silence)));
    const { events } = eventsOf(dispatcher);
    events.contextChanged(at('/a'), at('/b'));
    const wanted = events.stopWanted();
    gate.resolve();
    expect(await wanted).toEqual({ reason: 'enough' });
  });
});

describe('the end of a session', () => {
  it.each([
    [1500, {}, 1500],
    [10_000, {}, 10_000],
    [600_000, {}, 60_000],
    [1500, { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '300' }, 300],
    [1500, { SLUICE_SESSIONEND_HOOKS_TIMEOUT_MS: '9999999' }, 60_000],
    [1500, { CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: 'soon' }, 1500],
  ])('waits for hooks that ask for %i ms, with %j, for %i ms at most', async (longest, env, withinMs) => {
    const { fired, dispatcher } = dispatcherOf(async (silence) => silence, longest);
    await eventsOf(dispatcher, env).events.ended();
    expect(fired).toEqual([{ event: 'SessionEnd', fields: { reason: 'other' }, withinMs }]);
  });
});

describe('hooks that still run at the end', () => {
  const at = (cwd: string): SessionContext => ({ cwd, values: new Map() });

  it('are waited for', async () => {
    const gate = Promise.withResolvers<void>();
    const signals: (AbortSignal | undefined)[] = [];
    const silence = await SILENT.fire('Stop', { stop_hook_active: false }, { cwd: '/' });
    const { events, told } = eventsOf({
      has: () => true,
      fileNames: () => [],
      longestTimeout: () => 1500,
      async fire(event, _, { signal }) {
        signals.push(signal);
        if (event === 'CwdChanged') await gate.promise;
        return silence;
      },
    });
    events.contextChanged(at('/a'), at('/b'));
    await events.ended();
    expect(signals.map((signal) => signal?.aborted)).toEqual([false, false]);
    let isOver = false;
    const finishing = events.finish().then(() => (isOver = true));
    await new Promise((resolve) => void setImmediate(resolve));
    expect(isOver).toBe(false);
    gate.resolve();
    await finishing;
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
    expect(told).toEqual([]);
  });

  it('are ended after 5 seconds, and the person is told', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { dispatcher } = dispatcherOf(() => new Promise(() => {}));
    const { events, told } = eventsOf(dispatcher);
    events.contextChanged(at('/a'), at('/b'));
    const finishing = events.finish();
    await vi.advanceTimersByTimeAsync(5000);
    await finishing;
    expect(told).toEqual(['A CwdChanged hook was still running 5 s after the end and was stopped.']);
  });
});

it('directories that an answer adds are told, one by one; other updates are not', () => {
  const { fired, dispatcher } = dispatcherOf(async (silence) => silence);
  const { events } = eventsOf(dispatcher);
  events.permissionUpdated({ type: 'addDirectories', directories: ['/a', '/b'], destination: 'session' });
  events.permissionUpdated({ type: 'addRules', behavior: 'allow', rules: ['Bash'], destination: 'session' });
  expect(fired.map(({ fields }) => fields)).toEqual([
    { directory: '/a', source: 'slash_command' },
    { directory: '/b', source: 'slash_command' },
  ]);
});
