import { afterAll, beforeAll, expect, it } from 'vitest';
import { classifyArguments } from '../../src/tables/classify-arguments.ts';
import { allRows } from './rows-beneath.ts';
import { hasBubblewrap, makeSandbox, type Sandbox } from './sandbox.ts';

let sandbox: Sandbox | undefined;

beforeAll(() => {
  sandbox = makeSandbox();
});

afterAll(() => sandbox?.remove());

/** Those whose options are the options of all that look at revisions, and know `--output`. */
const LEADS = new Set([
  'git log',
  'git rev-list',
  'git diff',
  'git shortlog',
  'git stash list',
  'git diff-tree',
]);

it.skipIf(!hasBubblewrap)(
  'options of git take as many words as their rows say, so that no --output is hidden',
  () => {
    if (sandbox === undefined) throw new Error('no sandbox');
    const { run, snapshot } = sandbox;
    let before = snapshot();
    const wrote: string[] = [];
    for (const { lead, row } of allRows) {
      if (row === undefined || !LEADS.has(lead.join(' '))) continue;
      for (const name of row.options.flatMap((option) => option.names)) {
        // Where the row gives --output away as a value, git must do the same.
        for (const tail of [['--output=out'], ['-S', '--output=out'], ['-n', '--output=out']]) {
          const argv = [...lead, name, ...tail];
          const verdict = classifyArguments(argv);
          if (verdict.kind !== 'read-only') continue;
          for (const { at, words } of verdict.hardening?.insertions ?? []) argv.splice(at, 0, ...words);
          run(argv, verdict.hardening?.environment ?? {}, 'writable');
          const after = snapshot();
          if (after !== before) wrote.push(argv.join(' '));
          before = after;
        }
      }
    }
    expect(wrote).toEqual([]);
  },
);
