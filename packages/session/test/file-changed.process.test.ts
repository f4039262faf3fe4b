import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '@sluice/core';
import { createLocalRuntime } from '../../sluice/src/index.ts';
import type { LocalRuntimeOptions } from '../src/options/local-options.ts';
import { scratch } from '../../sluice/test/cli/exec/support/scratch.ts';
import { linesOfFile, until } from '../../sluice/test/cli/exec/support/until.ts';

interface Group {
  readonly matcher?: string;
  readonly command: string;
}

const hooks = (event: string, ...groups: readonly Group[]): JsonObject => ({
  [event]: groups.map(({ matcher, command }) => ({
    ...(matcher !== undefined && { matcher }),
    hooks: [{ type: 'command', command }],
  })),
});
const watching = (event: string, ...watchPaths: string[]): string =>
  `printf '%s' '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, watchPaths } })}'`;

/** A place with settings that may change, and a log that hooks write to. */
function makePlace() {
  const path = scratch();
  const cwd = join(path, 'project');
  mkdirSync(join(cwd, 'sub'), { recursive: true });
  const log = join(path, 'log');
  const settings = join(path, 'settings.json');
  const write = (name: string, text: string): string => {
    writeFileSync(join(path, name), text);
    return join(path, name);
  };
  return {
    path,
    cwd,
    log,
    write,
    /** Replaces the settings. */
    set(value: JsonObject): void {
      renameSync(write('settings.new', JSON.stringify({ hooks: value })), settings);
    },
    /** A command that adds a line for each change: its name, what happened, and to which file. */
    logs: (name: string): string =>
      String.raw`echo "$(sed -E 's|.*"file_path":"${path}/([^"]*)","event":"([a-z]*)".*|${name} \2 \1|')" >> ${log}`,
    /** The lines that are there now. */
    logged: (): readonly string[] =>
      existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : [],
    async open(more: Partial<LocalRuntimeOptions> = {}) {
      const told: string[] = [];
      const runtime = await createLocalRuntime({
        cwd,
        permissionMode: 'bypassPermissions',
        settings: { sources: [], files: [settings] },
        onUnkept: (text) => void told.push(text),
        ...more,
      });
      onTestFinished(async () => void (await runtime.dispose()));
      let calls = 0;
      return {
        runtime,
        told,
        async bash(command: string) {
          calls += 1;
          let content: unknown;
          let stop: string | undefined;
          for await (const event of runtime.run([{ id: `c${calls}`, name: 'Bash', input: { command } }])) {
            if (event.type === 'tool-result') content = event.result.content;
            if (event.type === 'message') stop = event.stop?.reason;
          }
          return { content, stop };
        },
      };
    },
  };
}

const LOGGER = {
  bash: `#!/bin/bash
read -r input
[[ $input =~ \\"file_path\\":\\"([^\\"]*)\\".*\\"event\\":\\"([a-z]*)\\" ]]
echo "\${BASH_REMATCH[2]} \${BASH_REMATCH[1]}" >> "$1"`,
  python: `#!/usr/bin/env python3
import json, sys
told = json.load(sys.stdin)
open(sys.argv[1], "a").write(told["event"] + " " + told["file_path"] + "\\n")`,
  // It runs as either kind of module: what is above the directory for temporary files decides which.
  node: `#!${process.execPath}
const fs = process.getBuiltinModule('node:fs');
const told = JSON.parse(fs.readFileSync(0, 'utf8'));
fs.appendFileSync(process.argv[2], told.event + ' ' + told.file_path + '\\n');`,
};

describe('FileChanged', () => {
  it.each(Object.entries(LOGGER))(
    'is told to a script in %s when a file that its matcher names comes, changes and goes',
    async (_, script) => {
      const place = makePlace();
      const program = place.write('logger', script);
      chmodSync(program, 0o755);
      place.set(hooks('FileChanged', { matcher: '.envrc|.env', command: `${program} ${place.log}` }));
      await place.open();
      const file = join(place.cwd, '.env');
      const told: string[] = [];
      const tells = async (change: string): Promise<void> => {
        told.push(`${change} ${file}`);
        expect(await linesOfFile(place.log, told.length)).toEqual(told);
      };
      place.write('project/other', 'neighbor');
      place.write('project/.env', 'A=1');
      await tells('add');
      renameSync(place.write('project/.env.swp', 'A=2'), file);
      await tells('change');
      rmSync(file);
      await tells('unlink');
    },
  );

  it('is about the files of the current directory: another one has others', async () => {
    const place = makePlace();
    place.set(hooks('FileChanged', { matcher: '.env', command: place.logs('a') }));
    const { bash } = await place.open();
    await bash('cd sub');
    place.write('project/.env', '1');
    place.write('project/sub/.env', '1');
    expect(await linesOfFile(place.log, 1)).toEqual(['a add project/sub/.env']);
    await bash('cd ..');
    place.write('project/sub/.env', '2');
    place.write('project/.env', '2');
    expect(await linesOfFile(place.log, 2)).toEqual(['a add project/sub/.env', 'a change project/.env']);
  });

  it('is about the files that the settings of the moment name', async () => {
    const place = makePlace();
    place.set(hooks('SessionStart', { command: 'true' }));
    await place.open();
    place.set(hooks('FileChanged', { matcher: 'one', command: place.logs('a') }));
    let count = 0;
    const written = (name: string): void => void place.write(`project/${name}`, `${(count += 1)}`);
    // The settings are looked at when they are: until then nothing is watched.
    await until(() => {
      written('one');
      return place.logged()[0];
    });
    place.set(hooks('FileChanged', { matcher: 'two', command: place.logs('b') }));
    await until(() => {
      written('two');
      return place.logged().find((line) => line.startsWith('b '));
    });
    const before = place.logged().length;
    written('one');
    written('two');
    const lines = await linesOfFile(place.log, before + 1);
    expect(lines.slice(before)).toEqual(['b change project/two']);
  });

  it('is about paths that hooks return too, each event its last list; a matcher chooses by the name', async () => {
    const place = makePlace();
    const [first, second, third] = ['first.txt', 'second.txt', 'third.txt'].map((name) =>
      place.write(name, '0'),
    );
    if (first === undefined || second === undefined || third === undefined) throw new Error('no files');
    const next = `if grep -q first.txt; then ${watching('FileChanged', third)}; fi`;
    place.set({
      ...hooks('SessionStart', { command: watching('SessionStart', first, 'relative.txt') }),
      ...hooks('CwdChanged', { command: watching('CwdChanged', second) }),
      ...hooks(
        'FileChanged',
        { command: place.logs('all') },
        { matcher: 'second.txt', command: place.logs('second') },
        { command: next },
      ),
    });
    const { bash, told } = await place.open();
    expect(told).toEqual([expect.stringMatching(/"relative\.txt" of its "watchPaths" is not watched/)]);
    place.write('second.txt', '1');
    place.write('first.txt', '1');
    expect(await linesOfFile(place.log, 1)).toEqual(['all change first.txt']);
    await bash('cd sub');
    place.write('second.txt', '2');
    const lines = await linesOfFile(place.log, 3);
    expect(lines.toSorted()).toEqual([
      'all change first.txt',
      'all change second.txt',
      'second change second.txt',
    ]);
    let count = 0;
    await until(() => {
      place.write('third.txt', `${(count += 1)}`);
      return place.logged().find((line) => line === 'all change third.txt');
    });
  });

  it('leaves shell text for the next command, which waits for it', async () => {
    const place = makePlace();
    place.write('project/.env', 'old');
    const gate = join(place.path, 'gate');
    place.set(
      hooks('FileChanged', {
        matcher: '.env',
        command: `echo begun >> ${place.log}; until [ -e ${gate} ]; do sleep 0.02; done; echo "export SAID=$(cat .env)" >> "$CLAUDE_ENV_FILE"`,
      }),
    );
    const { bash } = await place.open();
    place.write('project/.env', 'new');
    await linesOfFile(place.log, 1);
    const running = bash('echo "said $SAID"');
    writeFileSync(gate, '');
    expect((await running).content).toMatch(/said new/);
    place.write('project/.env', 'newer');
    await linesOfFile(place.log, 2);
    expect((await bash('echo "said $SAID"')).content).toMatch(/said newer/);
  });

  it('tells the person what is written before exit code 2, and may end the loop', async () => {
    const place = makePlace();
    place.set(
      hooks(
        'FileChanged',
        { matcher: 'one', command: 'echo careful >&2; exit 2' },
        { matcher: 'two', command: `echo '{"continue": false, "stopReason": "enough"}'` },
      ),
    );
    const { bash, told, runtime } = await place.open();
    const heard: string[] = [];
    runtime.agent.onSessionEvent((event) => {
      if (event.type === 'hook-summary') heard.push(event.event);
    });
    place.write('project/one', '1');
    await until(() => told[0]);
    expect(told).toEqual([expect.stringMatching(/the FileChanged hook .*: careful$/)]);
    expect((await bash('true')).stop).toBeUndefined();
    place.write('project/two', '1');
    await until(() => heard[1]);
    expect((await bash('true')).stop).toBe('enough');
  });

  it('that still runs at the end is waited for, and what changes then is told to nobody', async () => {
    const place = makePlace();
    const gate = join(place.path, 'gate');
    place.set({
      ...hooks('FileChanged', {
        matcher: '.env',
        command: `echo begun >> ${place.log}; until [ -e ${gate} ]; do sleep 0.02; done; echo done >> ${place.log}`,
      }),
      ...hooks('SessionEnd', { command: `echo 3 > .env; touch ${gate}` }),
    });
    const { runtime, told } = await place.open();
    place.write('project/.env', '1');
    await linesOfFile(place.log, 1);
    const { lastEvents } = await runtime.dispose();
    expect(await linesOfFile(place.log, 2)).toEqual(['begun', 'done']);
    expect(told).toEqual([]);
    expect(lastEvents).toEqual(
      expect.arrayContaining([expect.objectContaining({ type: 'hook-summary', event: 'FileChanged' })]),
    );
  });
});
