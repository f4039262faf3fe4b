import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { analyzeCommand } from '../../src/effects/analyze-command.ts';
import { allRows } from './rows-beneath.ts';
import { addRights, hasBubblewrap, makeSandbox, type Sandbox } from './sandbox.ts';

let sandbox: Sandbox | undefined;
let files: readonly string[] = [];

beforeAll(() => {
  sandbox = makeSandbox();
  files = addRights(sandbox.directory);
});

afterAll(() => sandbox?.remove());

/** Each flag of the programs that only look at files. */
function* looks(): Generator<string> {
  for (const { lead, row } of allRows) {
    const [name = ''] = lead;
    if (row === undefined || lead.length > 1 || NOT_HERE.has(name)) continue;
    if (row.access({ given: new Map(), sequence: [], positionals: [], fileValues: [] }) !== 'list') continue;
    if (spawnSync('bash', ['-c', `type ${name}`]).status !== 0) continue;
    for (const option of row.options) {
      if (option.kind === 'flag') yield `${name} ${option.names[0]} mode-* .`;
    }
  }
}

/** The same program again, and one that is about file systems. */
const NOT_HERE = new Set(['dir', 'vdir', 'df', 'git']);

const FILE_TESTS = '-a -b -c -d -e -f -g -h -k -p -r -s -u -w -x -G -L -N -O -S'.split(' ');
const FIND_TESTS = [
  ...'-empty -executable -readable -writable -nouser -nogroup -ls -print0 -mount -xdev -follow'.split(' '),
  ...'-perm -u+w,-perm /u+x,-perm 600,-user 1234,-group 1234,-uid 0,-gid 1234,-links 1,-size 1'.split(','),
  ...'-type f,-newer a.txt,-samefile a.txt,-fstype ext4,-used 0,-inum 1,-lname x,-printf %u'.split(','),
];
const VARIABLES = [
  'env',
  'printenv',
  'printenv HOME',
  'printenv TMPDIR',
  'printenv "TMP""DIR"',
  'echo "$TMPDIR"',
  'echo ${TMPDIR:-none}',
  "bash -c 'echo $TMP''DIR'",
  'declare -p TMPDIR',
  'declare -p HOME',
  'awk \'BEGIN { print ENVIRON["TMPDIR"] }\'',
  "awk 'BEGIN { for (name in ENVIRON) print ENVIRON[name] }' | sort",
  'jq -n env.TMPDIR',
  "jq -n '$ENV.TMPDIR'",
  'printenv GIT_OPTIONAL_LOCKS || echo none',
];

it.skipIf(!hasBubblewrap)('what asks about rights, owners or the environment runs plainly', () => {
  if (sandbox === undefined) throw new Error('no sandbox');
  const { run, directory } = sandbox;
  const tests = FILE_TESTS.flatMap((test) =>
    [...files, '.', '/etc/passwd'].flatMap((file) => [`test ${test} ${file}`, `[[ ${test} ${file} ]]`]),
  );
  const finds = FIND_TESTS.map((test) => `find . ${test} | sort`);
  const context = { cwd: directory, home: '/home/me' };
  let compared = 0;
  const lines: string[] = [];
  for (const line of [...looks(), ...tests, ...finds, ...VARIABLES]) {
    const analysis = analyzeCommand(line, context);
    if (analysis.isReadOnly && !analysis.reportsOnMachine) lines.push(line);
  }
  // Those that are alike one by one are alike together, and quicker.
  const isAlike = (some: readonly string[]): boolean => {
    const script = some.map((line) => `${line}; echo "$?"`).join('\n');
    const command = { argv: ['bash', '-c', script], environment: {} };
    return isDeepStrictEqual(run([command], 'plain'), run([command], 'read-only'));
  };
  for (let start = 0; start < lines.length; start += PART) {
    const part = lines.slice(start, start + PART);
    compared += part.length;
    if (isAlike(part)) continue;
    expect(part.filter((line) => !isAlike([line]))).toEqual([]);
  }
  expect(compared).toBeGreaterThan(200);
});

const PART = 40;
