import { afterAll, beforeAll, expect, it } from 'vitest';
import { classifyArguments } from '../../src/tables/classify-arguments.ts';
import { allRows } from './rows-beneath.ts';
import { hasBubblewrap, makeSandbox, type Command, type Sandbox } from './sandbox.ts';

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
    const commands: Command[] = [];
    for (const { lead, row } of allRows) {
      if (row === undefined || !LEADS.has(lead.join(' '))) continue;
      for (const name of row.options.flatMap((option) => option.names)) {
        // Where the row gives --output away as a value, git must do the same.
        for (const tail of [['--output=out'], ['-S', '--output=out'], ['-n', '--output=out']]) {
          const argv = [...lead, name, ...tail];
          const verdict = classifyArguments(argv);
          if (verdict.kind !== 'read-only') continue;
          for (const { at, words } of verdict.hardening?.insertions ?? []) argv.splice(at, 0, ...words);
          commands.push({ argv, environment: verdict.hardening?.environment ?? {} });
        }
      }
    }
    for (let start = 0; start < commands.length; start += PART)
      expect(sandbox?.changing(commands.slice(start, start + PART), 'writable')).toEqual([]);
  },
);

/** How many run one after the other before it is looked at what they have changed. */
const PART = 50;
