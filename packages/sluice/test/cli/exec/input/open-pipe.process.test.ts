import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openInputs } from '../../../../src/cli/exec/input/open-inputs.ts';
import { collect } from './byte-source.ts';

it('reads a named pipe to its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-pipe-'));
  try {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writer = spawn('sh', ['-c', 'printf "one "; printf two'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const copier = spawn('sh', ['-c', `cat > "$0"`, pipe], { stdio: [writer.stdout, 'ignore', 'inherit'] });
    const opened = await openInputs([pipe]);
    if (!opened.ok) throw new Error(opened.error.code);
    const [input] = opened.inputs;
    expect(input && Buffer.concat(await collect(input.bytes)).toString()).toBe('one two');
    expect(copier.exitCode ?? 0).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
