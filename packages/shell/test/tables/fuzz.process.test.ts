import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { classifyArguments } from '../../src/tables/classify-arguments.ts';
import type { Option } from '../../src/tables/row.ts';
import { allRows, type Lead } from './rows-beneath.ts';
import { hasBubblewrap, makeSandbox, type Command, type Sandbox } from './sandbox.ts';

const runs = Number(process.env['SLUICE_RUNS'] ?? 200);
const seed = process.env['SLUICE_SEED'] === undefined ? {} : { seed: Number(process.env['SLUICE_SEED']) };

/** How many commands, about, run one after the other before it is looked at what they have written. */
const PART = 25;

let sandbox: Sandbox | undefined;

beforeAll(() => {
  sandbox = makeSandbox();
});

afterAll(() => sandbox?.remove());

/** Runs those that are classified as read-only where they could write. None of them may write anything. */
function expectNothingWritten(commands: fc.Arbitrary<string[]>): number {
  let executed = 0;
  fc.assert(
    fc.property(fc.array(commands, { minLength: 1, maxLength: 2 * PART, size: 'max' }), (list) => {
      const readOnly = list.flatMap((argv): Command[] => {
        const verdict = classifyArguments(argv);
        if (verdict.kind !== 'read-only') return [];
        const words = [...argv];
        for (const { at, words: inserted } of verdict.hardening?.insertions ?? [])
          words.splice(at, 0, ...inserted);
        return [{ argv: words, environment: verdict.hardening?.environment ?? {} }];
      });
      executed += readOnly.length;
      if (readOnly.length > 0) expect(sandbox?.changing(readOnly, 'writable')).toEqual([]);
    }),
    { numRuns: Math.ceil(runs / PART), ...seed },
  );
  return executed;
}

/** Those that wait, or never end. */
const WAITING = new Set('sleep tail dmesg free vmstat docker systemctl journalctl top'.split(' '));

const word = fc.constantFrom(
  ...'1 a out a.txt b.txt src . HEAD out.txt -o -oout -w -i --output=out --out=out -O a:out 1,2p w\\ out a.gz'.split(
    ' ',
  ),
  'archive.tar',
  'archive.zip',
  'a.json',
  '--',
  '-',
  '',
  'w out',
  '{print > "out"}',
);
const letter = fc
  .constantFrom(...Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'))
  .map((one) => `-${one}`);

function optionWords(option: Option): fc.Arbitrary<string[]> {
  return fc
    .tuple(fc.constantFrom(...option.names), word, word, fc.boolean())
    .map(([name, first, second, isAttached]) => {
      if (option.kind === 'flag' || option.kind === 'refused') return [name];
      const joint = name.startsWith('--') ? `${name}=` : name;
      if (option.valueCount === 2) return [name, first, second];
      return isAttached || option.kind === 'optional' ? [`${joint}${first}`] : [name, first];
    });
}

const command = ({ lead, row }: Lead): fc.Arbitrary<string[]> => {
  const listed = (row?.options ?? []).map((option) => optionWords(option));
  const one = word.map((value) => [value]);
  const part = fc.oneof(
    { arbitrary: listed.length === 0 ? one : fc.oneof(...listed), weight: 6 },
    { arbitrary: one, weight: 4 },
    { arbitrary: letter.map((value) => [value]), weight: 1 },
  );
  return fc.array(part, { maxLength: 5 }).map((parts) => [...lead, ...parts.flat()]);
};

it.skipIf(!hasBubblewrap)('whatever is read-only of random options and words writes nothing', () => {
  const commands = allRows.filter(({ lead }) => !WAITING.has(lead[0] ?? '')).map((one) => command(one));
  const executed = expectNothingWritten(fc.oneof(...commands));
  process.stdout.write(`${executed} random commands were read-only and ran\n`);
});

const pieces = (text: string): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...text.split('¦')), { maxLength: 8 }).map((parts) => parts.join(''));

const sedScripts = pieces(
  '1¦$¦,¦!¦p¦d¦{¦}¦;¦\n¦w out¦w out\n¦/a/¦\\,a,¦s/a/b/¦s,a,b,w out¦s/[/]/x/¦[¦]¦/¦\\¦\\\n¦a\\¦a x¦i\\\n¦c¦e touch out¦#¦:a¦ba¦ ¦y/a/b/¦[^]¦[:¦:]¦n¦g¦s',
);
const awkPrograms = pieces(
  '{¦}¦print¦printf¦"a"¦"¦/¦/a/¦[¦]¦(¦)¦ > "out"¦ >> "out"¦ | "cat > out"¦;¦\n¦#¦x¦1¦++¦ ¦\\¦,¦$1¦||¦length¦if (1)¦system("touch out")¦>',
);
const findWords = fc.array(
  fc.constantFrom(
    ...'. src -name a* -delete -exec touch out ; {} + ( ) ! -o -fprint -print -type f -newer a.txt'.split(
      ' ',
    ),
  ),
  { maxLength: 7 },
);

it.skipIf(!hasBubblewrap)('whatever is read-only of random scripts writes nothing', () => {
  const scripts = fc.oneof(
    sedScripts.map((script) => ['sed', script, 'a.txt']),
    fc.tuple(sedScripts, sedScripts).map(([one, two]) => ['sed', '-n', '-e', one, '-e', two, 'a.txt']),
    awkPrograms.map((program) => ['awk', program, 'a.txt']),
    findWords.map((words) => ['find', ...words]),
  );
  const executed = expectNothingWritten(scripts);
  process.stdout.write(`${executed} random scripts were read-only and ran\n`);
});
