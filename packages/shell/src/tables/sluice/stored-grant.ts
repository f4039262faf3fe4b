import { knownWord } from '../known-word.ts';
import type { Arguments } from '../row.ts';
import type { Grant } from './grant.ts';

type Describe = (operands: readonly string[], all: readonly string[]) => string;

const named = (names: readonly string[], otherwise: string): string =>
  names.length === 0 ? otherwise : names.join(', ');

const ofServer =
  (before: string, behind: string): Describe =>
  ([name], all) =>
    all.includes('--all')
      ? `${before} all MCP servers of the project${behind}`
      : `${before} the MCP server ${name ?? 'it names'}${behind}`;

const TRUSTED = 'its settings may then allow calls, set variables and run hooks';

/** Commands of Sluice that change rules, trust, servers, logins or approvals. None of them may be a model's own decision. */
const COMMANDS: ReadonlyMap<string, ReadonlyMap<string, Describe>> = new Map([
  [
    'rules',
    new Map<string, Describe>([
      ['add', ([behavior, ...rule]) => `add the ${behavior ?? ''} rule ${named(rule, 'it names')}`],
      ['remove', (words) => `remove the rule ${named(words, 'it names')}`],
      ['trust', (words) => `trust ${named(words, 'this repository')}: ${TRUSTED}`],
      ['untrust', (words) => `withdraw the trust in ${named(words, 'this repository')}`],
    ]),
  ],
  [
    'mcp',
    new Map<string, Describe>([
      ['add', ofServer('add', ', which later sessions start')],
      ['add-json', ofServer('add', ', which later sessions start')],
      ['import', () => 'add MCP servers of other programs, which later sessions start'],
      ['remove', ofServer('remove', '')],
      [
        'approve',
        (names, all) =>
          all.includes('--all')
            ? 'approve all MCP servers of the project, which sessions then start'
            : `approve ${names.length > 1 ? 'the MCP servers' : 'the MCP server'} ${named(names, 'it names')} of the project, which sessions then start`,
      ],
      ['confirm', ofServer('accept the changed tools of', '')],
      ['login', ofServer('log in to', ' with your account')],
      ['logout', ofServer('log out of', '')],
    ]),
  ],
  [
    'asks',
    new Map<string, Describe>([
      ['answer', ([id]) => `answer ${id ?? 'a call'}, which waits for a person's approval`],
    ]),
  ],
]);

/** Of `asks`, options may come before its command. */
const TAKES_OPTIONS_FIRST = 'asks';

/** @param words what follows the name of the program */
export function storedGrant(words: Arguments): Grant | undefined {
  const [group, ...rest] = words;
  if (group === undefined) return undefined;
  // Any word is possible.
  if (typeof group !== 'string')
    return {
      what: 'run any of its commands, also those that change rules, trust and approvals',
      isStored: true,
    };
  const name = knownWord(group) ?? '';
  const commands = COMMANDS.get(name);
  if (commands === undefined) return undefined;
  const places = name === TAKES_OPTIONS_FIRST ? rest.keys() : [0].values();
  for (const at of places) {
    const word = rest[at];
    if (word !== undefined && typeof word !== 'string')
      return { what: `run any of its commands about ${name}`, isStored: true };
    const describe = commands.get(knownWord(word) ?? '');
    if (describe === undefined) continue;
    const all = rest.slice(at + 1).map((one) => knownWord(one) ?? '…');
    return { what: describe(operandsOf(all), all), isStored: true };
  }
  return undefined;
}

/** Options whose value is the next word. */
const VALUED = new Set(
  '--scope --env --header --transport --to --from --cwd --mcp-config --settings --feedback'.split(' '),
);

/** Words before a `--` that are neither options nor their values. */
function operandsOf(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return words
    .slice(0, end < 0 ? undefined : end)
    .filter((word, at, all) => !word.startsWith('-') && !VALUED.has(all[at - 1] ?? ''));
}
