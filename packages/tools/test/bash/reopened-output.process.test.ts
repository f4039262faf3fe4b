import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createProcessSession } from '@sluice/process';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BashData } from '../../src/bash/bash-data.ts';
import { createBashTool } from '../../src/bash/create-bash-tool.ts';
import { createFakeWorld, type FakeWorld } from './fake-context.ts';

const processes = createProcessSession();
const tool = createBashTool({ processes });
await tool.load?.();
let world: FakeWorld;
beforeEach(() => {
  world = createFakeWorld();
});
afterEach(() => world.dispose());
afterAll(() => processes.dispose());

async function run(command: string): Promise<BashData> {
  const result = await tool.call({ command }, world.context());
  if (!('data' in result) || result.data === undefined) throw new Error(JSON.stringify(result));
  return result.data;
}

function script(name: string, text: string): void {
  const path = join(world.workspace, name);
  writeFileSync(path, `#!/bin/bash\n${text}\n`);
  chmodSync(path, 0o755);
}

describe('output that is opened once more by name', () => {
  it.each([
    ['standard output', 'echo a; echo b >/dev/stdout; echo c', 'a\nb\nc\n'],
    ['standard error', 'echo a; echo b >/dev/stderr; echo c', 'a\nb\nc\n'],
    ['by a program', 'echo a; echo b | tee /dev/stderr; echo c', 'a\nb\nb\nc\n'],
    ['by number', 'echo a; echo b >/dev/fd/1; echo c >/proc/self/fd/2', 'a\nb\nc\n'],
    ['by a name in pieces', `echo a; echo b >/dev/std'err'; echo c`, 'a\nb\nc\n'],
    ['by a variable', 'echo a; x=/dev; y=stderr; echo b >$x/$y; echo c', 'a\nb\nc\n'],
    ['by what can not be parsed', 'coproc x { :; }; echo a; echo b >/dev/stderr', 'a\nb\n'],
    ['by a script', 'echo a; ./told; echo c', 'a\nb\nc\n'],
    ['after exec', 'echo a; exec ./told', 'a\nb\n'],
  ])('loses nothing: %s', async (_title, command, output) => {
    script('told', 'echo b >/dev/stderr');
    expect(await run(command)).toMatchObject({
      end: { status: 'exited', code: 0 },
      output: { kind: 'inline', text: output },
      stopped: [],
    });
    expect(readdirSync(dirname(world.capturePath))).toEqual(['work space']);
  });

  it('keeps all of much output, in order, and the exit code', async () => {
    script('much', 'seq 200000; echo end >/dev/stderr; exit 3');
    const data = await run('./much');
    expect(data.end).toEqual({ status: 'exited', code: 3 });
    expect(data.output).toMatchObject({
      kind: 'stored',
      bytes: 1_288_899,
      tail: expect.stringMatching(/200000\nend\n$/),
    });
  });

  it('is not waited for longer than for a file: not by a bare wait, nor for a child that stays', async () => {
    script('told', 'echo b >/dev/stderr; wait');
    expect(await run('./told; wait; sleep 1000 & echo last')).toMatchObject({
      end: { status: 'exited', code: 0 },
      output: { text: 'b\nlast\n' },
      stopped: [{ name: 'sleep' }],
    });
  });
});
