import { gdbReach, vimReach } from '../../tables/scripts/editor-reach.ts';
import type { CommandOptions } from './command-options.ts';
import { subscriptText } from './subscript-commands.ts';

const options = (long: string, short: string, commandsIn?: CommandOptions['commandsIn']): CommandOptions => ({
  long: long === '' ? [] : long.split(' '),
  short,
  ...(commandsIn !== undefined && { commandsIn }),
});

/** `exec=rm x` of tar's checkpoints. */
const checkpoint = (value: string): readonly string[] =>
  value.startsWith('exec=') ? [value.slice('exec='.length)] : [];

/** `ProxyCommand=rm x`, `ProxyCommand rm x`. */
const setting = (value: string): readonly (string | undefined)[] => {
  const [, command] =
    /^\s*(?:proxycommand|localcommand|knownhostscommand)[\s=]+"?([^"]*)/iu.exec(value) ?? [];
  if (command !== undefined) return [command];
  return OTHER_SETTING.test(value) ? [undefined] : [];
};

const OTHER_SETTING = /^\s*(?:match|include|pkcs11provider|securitykeyprovider|xauthlocation)\b/iu;

const tar = [
  options(
    '--use-compress-program --to-command --info-script --new-volume-script --rsh-command --rmt-command',
    'IF',
  ),
  options('--checkpoint-action', '', checkpoint),
];
const vim = [options('--cmd', 'c', (value) => vimReach(value).commands)];
const ssh = [options('', 'o', setting)];

/** `DPkg::Pre-Invoke::=rm x`. */
const aptSetting = (value: string): readonly string[] => {
  const [, command] =
    /::(?:pre|post)-(?:invoke|install-pkgs)(?:-success)?(?:::)?=([^]*)$/iu.exec(value) ?? [];
  return command === undefined ? [] : [command];
};
const apt = [options('--option', 'o', aptSetting)];

/** Words that bash expands once more: `compgen -W '$(rm x)'`. */
const compgen = [options('', 'C'), options('', 'W', (value) => [subscriptText(value)])];

const GDB = '-ex -eval-command -iex -init-eval-command --ex --eval-command --iex --init-eval-command';

/** Programs that do other work, and run a command that one of their options holds. */
export const commandOptions: ReadonlyMap<string, readonly CommandOptions[]> = new Map([
  ['tar', tar],
  ['gtar', tar],
  ['bsdtar', tar],
  ['rsync', [options('--rsh --rsync-path', 'e')]],
  ['split', [options('--filter', '')]],
  ['sort', [options('--compress-program', '')]],
  ['wget', [options('--use-askpass', '')]],
  ['rg', [options('--pre --hostname-bin', '')]],
  ['man', [options('--pager', 'PH')]],
  ['zip', [options('--unzip-command', ''), { ...options('', ''), pair: 'TT' }]],
  ['ssh', ssh],
  ['scp', [...ssh, options('', 'S')]],
  ['sftp', [...ssh, options('', 'SD')]],
  ['sshfs', ssh],
  ['ssh-copy-id', ssh],
  ['vim', vim],
  ['vi', vim],
  ['view', vim],
  ['ex', vim],
  ['gvim', vim],
  ['vimdiff', vim],
  ['nvim', vim],
  ['apt', apt],
  ['apt-get', apt],
  ['aptitude', apt],
  ['dpkg', [options('--pre-invoke --post-invoke', '')]],
  ['compgen', compgen],
  ['gdb', [options(GDB, '', (value) => gdbReach(value).commands)]],
]);

const namesWith = (rows: readonly CommandOptions[]): ReadonlySet<string> =>
  new Set([...commandOptions].flatMap(([name, found]) => (found === rows ? [name] : [])));

/** Programs whose first word may be letters of options without a dash. */
export const LETTERED = namesWith(tar);

/** Editors that take a command behind `+`. */
export const VIMS = namesWith(vim);
