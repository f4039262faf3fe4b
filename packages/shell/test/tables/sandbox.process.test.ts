import { expect, it, onTestFinished } from 'vitest';
import { hasBubblewrap, makeSandbox, type Command } from './sandbox.ts';

const command = (...argv: string[]): Command => ({ argv, environment: { WORD: "it's" } });

it.skipIf(!hasBubblewrap)(
  'the sandbox of these tests keeps outcomes apart, and finds what changes files',
  () => {
    const sandbox = makeSandbox();
    onTestFinished(() => sandbox.remove());
    const looking = command('bash', '-c', 'echo "$WORD"; cat; echo no >&2; exit 3');
    const writing = command('git', 'log', '--oneline', '--output=a file');
    const outcome = { status: 3, output: "it's\na line\nb line\n", errors: 'no\n' };
    for (const form of ['plain', 'writable', 'read-only'] as const)
      expect(sandbox.run([looking, command('false'), looking], form)).toEqual([
        outcome,
        { status: 1, output: '', errors: '' },
        outcome,
      ]);
    expect(sandbox.changing([looking, writing], 'read-only')).toEqual([]);
    expect(sandbox.changing([looking, writing], 'writable')).toEqual([writing]);
  },
);
