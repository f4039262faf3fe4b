import { quotedWord } from '../item/command-text.ts';
import type { Argument } from '../../tables/argument.ts';
import { commandsInOptions, UNKNOWN_COMMAND, type CommandOptions } from './command-options.ts';
import { addedItem, argumentsOf, textOf, type Item } from '../item/item.ts';
import { options, readOptions } from '../../tables/runners/options.ts';
import type { Inner, Running } from './running.ts';
import { opensInPager, settingGivesNames } from './given-names.ts';
import { joinedScript } from './script-of.ts';

export const GLOBAL = options(
  '--no-pager -p -P --paginate --no-replace-objects --bare --no-optional-locks --literal-pathspecs --no-lazy-fetch ' +
    '--icase-pathspecs --glob-pathspecs --noglob-pathspecs --no-literal-pathspecs --no-advice',
  '-c -C --git-dir --work-tree --namespace --exec-path --config-env --super-prefix --list-cmds --attr-source',
);

/** Settings whose value git gives to a shell. */
const COMMAND_KEY =
  /(?:^alias\..*|^core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|^pager\..*|^sequence\.editor|(?:^|\.)helper|^diff\.external|\.(?:command|textconv|driver|cmd|clean|smudge|process|path|program|receivepack|uploadpack|tool|difffilter|sendmailcmd|smtpserver|tocmd|cccmd|headercmd)|^gpg\..*)$/u;

/** Settings that name files which git runs, or takes such settings from. */
const FILE_KEY = /^(?:core\.hookspath|include\.path|includeif\..*\.path|init\.templatedir)$/u;

/** git's own commands that run others: by `-c`, bisect, rebase, submodule, filter-branch, difftool. */
export function gitRunning(items: readonly Item[]): Running | undefined {
  const { given, next, isUnlisted } = readOptions(argumentsOf(items), 1, GLOBAL);
  const inner: Inner[] = [];
  for (const { name, value } of given) {
    if (name === '-c' && typeof value === 'string')
      inner.push(
        ...settingScript(
          value,
          items.map((item) => textOf(item)),
        ),
        ...aliasScript(value, items.slice(next)),
      );
    if (name === '-c' && typeof value !== 'string') inner.push(...unknownSetting(value));
    // A variable holds the value, which may be any.
    if (name === '--config-env') inner.push(UNKNOWN_COMMAND);
  }
  const [first, ...words] = items;
  const command = items.slice(next);
  inner.push(...words.flatMap(addressCommands));
  if (first !== undefined && isUnlisted) inner.push(...behindUnlisted(first, command));
  else {
    inner.push(...subcommandScripts(command));
    if (next > 1 && first !== undefined && command.length > 0)
      inner.push({ kind: 'itself', items: [first, ...command] });
  }
  if (inner.length === 0) return undefined;
  return { name: 'git', inner, allow: 'as-written', isTransparent: false, staysHere: false };
}

/** An alias that the line itself defines and uses, with the words behind it. */
function aliasScript(setting: string, [alias, ...words]: readonly Item[]): readonly Inner[] {
  const name = textOf(alias)?.toLowerCase();
  const key = setting.slice(0, setting.indexOf('=')).toLowerCase();
  if (name === undefined || key !== `alias.${name}` || words.length === 0) return [];
  const given = words.map((item) => {
    const known = textOf(item);
    return known === undefined ? '"${_}"' : quotedWord(known);
  });
  return settingScript(setting).flatMap((one) =>
    one.kind === 'script' ? [{ ...one, text: `${one.text} ${given.join(' ')}` }] : [],
  );
}

/** An option of git that no table lists may take the next word, or not. Which options are behind it is seen the same way. */
function behindUnlisted(git: Item, [option, ...rest]: readonly Item[]): readonly Inner[] {
  // These only tell.
  if (/^(?:-[hv]|--(?:help|version|(?:html|man|info)-path))$/u.test(textOf(option) ?? '')) return [];
  const ways = [rest, rest.slice(1)].filter(([first]) => first !== undefined);
  return ways.map((way) => ({ kind: 'words', items: [git, ...way] }));
}

const CAT: Item = { ...addedItem('cat'), isLiteral: true };

/**
 * `core.pager=less`; an alias that isn't for the shell is one of git's own commands.
 * @param words those of the command for which it is set
 */
export function settingScript(
  setting: string,
  words: readonly (string | undefined)[] = [],
): readonly Inner[] {
  const equals = setting.indexOf('=');
  const key = setting.slice(0, equals).toLowerCase();
  const value = setting.slice(equals + 1);
  if (equals === -1 || value === '') return [];
  if (FILE_KEY.test(key)) return value === '/dev/null' ? [] : [UNKNOWN_COMMAND];
  if (allowsAddresses(key, value)) return [UNKNOWN_COMMAND];
  if (!COMMAND_KEY.test(key)) return commandsOfAddress(value, true);
  // It shows what git gives it, as git would; a rule about it must see it all the same.
  if (key === 'core.pager' && value === 'cat') return [{ kind: 'itself', items: [CAT] }];
  const isAlias = key.startsWith('alias.');
  // `store --file=x` is `git credential-store --file=x`.
  const isHelper = /^credential\.(?:[^]*\.)?helper$/u.test(key) && /^[^/!]/u.test(value);
  const own = isHelper ? `git credential-${value}` : isAlias ? `git ${value}` : value;
  const text = value.startsWith('!') ? value.slice(1) : own;
  return [
    {
      kind: 'script',
      text,
      isKnown: true,
      isGivenNames: settingGivesNames(key) || (isPager(key) && opensInPager(words)),
    },
  ];
}

/** Settings with which an address of a repository may be a command, here or in settings of a repository. */
function allowsAddresses(key: string, value: string): boolean {
  if (/^protocol\.(?:ext\.)?allow$/u.test(key)) return value.toLowerCase() !== 'never';
  return /^url\.[^]*ext::[^]*insteadof$/u.test(key) || (/^remote\.[^]*\.vcs$/u.test(key) && value === 'ext');
}

const isPager = (key: string): boolean => key === 'core.pager' || key.startsWith('pager.');

/** `user.name=$name` runs nothing, whatever the name. */
function unknownSetting(value: Argument): readonly Inner[] {
  const [, key] = (typeof value === 'object' ? /^([^=]+)=/u.exec(value.prefix) : undefined) ?? [];
  const isHarmless =
    key !== undefined && !COMMAND_KEY.test(key.toLowerCase()) && !FILE_KEY.test(key.toLowerCase());
  return isHarmless ? [] : [UNKNOWN_COMMAND];
}

function subcommandScripts(items: readonly Item[]): readonly Inner[] {
  const [name, second] = items;
  switch (textOf(name)) {
    case 'bisect':
      return textOf(second) === 'run' && items.length > 2 ? [{ kind: 'words', items: items.slice(2) }] : [];
    case 'remote-ext':
      return items.slice(2, 3).flatMap((item) => programOfAddress(textOf(item)));
    case 'for-each-repo':
      return eachRepository(items);
    case 'submodule--helper':
    case 'submodule': {
      const at = items.findIndex((item) => textOf(item) === 'foreach');
      const rest = items
        .slice(at + 1)
        .filter((item) => !/^(?:--recursive|--quiet|-q)$/u.test(textOf(item) ?? ''));
      return at === -1 || rest.length === 0 ? [] : joinedScript(rest);
    }
    case 'clone':
      return [
        ...commandsInOptions({ long: ['--upload-pack'], short: 'u', givesNames: true }, items),
        ...commandsInOptions(TEMPLATE, items),
        ...items.flatMap((item) => settingScript(textOf(item)?.replace(/^(?:--conf?i?g?=|-c)/u, '') ?? '')),
      ];
    case 'init':
    case 'init-db':
      return commandsInOptions(TEMPLATE, items);
    case 'config':
      return items.flatMap((item, index) =>
        settingScript(`${textOf(item) ?? ''}=${textOf(items[index + 1]) ?? ''}`),
      );
    default: {
      const options = COMMAND_OPTIONS.get(textOf(name) ?? '');
      return options === undefined ? [] : commandsInOptions(options, items.slice(1));
    }
  }
}

/** Of a template, the hooks run that come with it, and its settings count. */
const TEMPLATE: CommandOptions = {
  long: ['--template'],
  short: '',
  commandsIn: (value) => (value === '' ? [] : [undefined]),
};

const transport = { long: ['--upload-pack', '--receive-pack', '--exec'], short: '', givesNames: true };

const COMMAND_OPTIONS: ReadonlyMap<string, CommandOptions> = new Map<string, CommandOptions>([
  ['rebase', { long: ['--exec'], short: 'x' }],
  ['difftool', { long: ['--extcmd'], short: 'x', givesNames: true }],
  ['grep', { long: ['--open-files-in-pager'], short: 'O', isAttached: true, givesNames: true }],
  ['archive', { long: ['--exec'], short: '' }],
  ['daemon', { long: ['--access-hook'], short: '', givesNames: true }],
  ['instaweb', { long: ['--httpd', '--browser'], short: 'db', givesNames: true }],
  ['fetch', transport],
  ['pull', transport],
  ['push', transport],
  ['ls-remote', transport],
  ['fetch-pack', transport],
  ['send-pack', transport],
  [
    'send-email',
    {
      long: ['--sendmail-cmd', '--smtp-server', '--to-cmd', '--cc-cmd', '--header-cmd'],
      short: '',
      givesNames: true,
    },
  ],
  [
    'filter-branch',
    {
      long: 'setup env-filter tree-filter index-filter parent-filter msg-filter commit-filter tag-name-filter'
        .split(' ')
        .map((one) => `--${one}`),
      short: '',
    },
  ],
]);

/** `git for-each-repo --config=maintenance.repo clean -f` runs `git clean -f` in each. */
function eachRepository([, option, ...rest]: readonly Item[]): readonly Inner[] {
  const words = textOf(option)?.includes('=') === true ? rest : rest.slice(1);
  return words.length === 0
    ? []
    : [{ kind: 'words', items: [{ ...addedItem('git'), isLiteral: true }, ...words] }];
}

/** `ext::rm x` as an address. */
function addressCommands(item: Item): readonly Inner[] {
  const text = textOf(item);
  return commandsOfAddress(text ?? item.approximation ?? '', text !== undefined);
}

function commandsOfAddress(text: string, isKnown: boolean): readonly Inner[] {
  const at = text.indexOf('ext::');
  return at === -1 ? [] : programOfAddress(isKnown ? text.slice(at + 'ext::'.length) : undefined);
}

/** In the command of an address, `%` escapes a character. */
function programOfAddress(text: string | undefined): readonly Inner[] {
  return text === undefined || text.includes('%')
    ? [UNKNOWN_COMMAND]
    : [{ kind: 'script', text, isKnown: true }];
}
