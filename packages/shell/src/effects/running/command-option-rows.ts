import { askpassIn } from '../../tables/possible-touches/wget.ts';
import { gdbReach, vimReach } from '../../tables/scripts/editor-reach.ts';
import type { CommandOptions } from './command-options.ts';
import { subscriptText } from './subscript-commands.ts';

const options = (long: string, short: string, commandsIn?: CommandOptions['commandsIn']): CommandOptions => ({
  long: long === '' ? [] : long.split(' '),
  short,
  commandsIn,
});

/** See `CommandOptions`. */
const givingNames = (one: CommandOptions): CommandOptions => ({ ...one, givesNames: true });

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
  options('--use-compress-program --to-command --info-script --new-volume-script --rmt-command', 'IF'),
  givingNames(options('--rsh-command', '')),
  options('--checkpoint-action', '', checkpoint),
];
const remoteShell = [givingNames(options('--rsh-command', ''))];
const vim = [options('--cmd', 'c', (value) => vimReach(value).commands)];
const ssh = [options('', 'o', setting)];

/** `{}`, `{+1}`: what is chosen, or a file. */
const withPlaces = (text: string): string => text.replaceAll(/\{[^{}\s]*\}/gu, '"${_}"');

/** `enter:execute(rm {})+abort`, `ctrl-d:become:rm {}`. */
const binding = (value: string): readonly string[] =>
  [
    ...value.matchAll(
      /(?:execute|become|reload|transform|preview|unbind-execute)[\w-]*(?:\(([^]*?)\)(?=[,+]|$)|\[([^]*?)\](?=[,+]|$)|:([^]*)$|([^\w\s([{:,+])([^]*?)\4)/gu,
    ),
  ].map(([, round, square, rest, , other]) => withPlaces(round ?? square ?? rest ?? other ?? ''));

const choosing = [
  options('--preview', '', (value) => [withPlaces(value)]),
  options('--bind', '', binding),
  options('--cmd', 'c', (value) => [withPlaces(value)]),
];

const tested = (value: string): readonly string[] => [withPlaces(value)];

/** `DPkg::Pre-Invoke::=rm x`. */
const aptSetting = (value: string): readonly string[] => {
  const [, command] =
    /::(?:pre|post)-(?:invoke|install-pkgs)(?:-success)?(?:::)?=([^]*)$/iu.exec(value) ?? [];
  return command === undefined ? [] : [command];
};
const apt = [options('--option', 'o', aptSetting)];

/** `target.x.runner="rm x"`, `build.rustc-wrapper='rm'`, `target.x.runner=["rm", "x"]`. */
const cargoSetting = (value: string): readonly string[] => {
  const pattern =
    /(?:runner|linker|rustc|rustdoc|rustc-wrapper|rustc-workspace-wrapper|credential-provider|browser)\s*=\s*([^]*)$/u;
  const [, command] = pattern.exec(value) ?? [];
  return command === undefined ? [] : [command.replaceAll(/[[\]"',]/gu, ' ').trim()];
};

/** `EXEC:rm x`, `SYSTEM:rm x,pty`. */
const address: CommandOptions = {
  ...options('', ''),
  inAnyWord: /(?:^|!!)(?:exec|system|shell):((?:[^,\\]|\\.)*)/iu,
};

/** `alias.x=!rm x`, `ui.editor=rm x`. */
const hgSetting = (value: string): readonly string[] => {
  const [, command] =
    /^(?:alias|hooks|extdiff|merge-tools|pager|ui)\.(?:\S*\s)?[^=]*=\s*!?([^]*)$/iu.exec(value) ?? [];
  return command === undefined ? [] : [command];
};

const netcat = [options('--exec --sh-exec', 'ec')];
const compiler = [options('-wrapper', '', (value) => [value.replaceAll(',', ' ')])];
const gpg = [options('--agent-program --dirmngr-program --pinentry-program --photo-viewer', '')];
const installing = [givingNames(options('--strip-program', ''))];
const twoFiles = [givingNames(options('--diff-program', ''))];
/** With a shell, scripts run as they do without the option. */
const otherThanShell = (value: string): readonly string[] =>
  /^(?:.*\/)?(?:ba|da|z|k)?sh$/u.test(value) ? [] : [value];
const npm = [
  options('--script-shell --shell', '', otherThanShell),
  givingNames(options('--editor --viewer --browser --git', '')),
];

/** Words that bash expands once more: `compgen -W '$(rm x)'`. */
const compgen = [options('', 'C'), options('', 'W', (value) => [subscriptText(value)])];

const GDB = '-ex -eval-command -iex -init-eval-command --ex --eval-command --iex --init-eval-command';

/** Programs that do other work, and run a command that one of their options holds. */
export const commandOptions: ReadonlyMap<string, readonly CommandOptions[]> = new Map([
  ['tar', tar],
  ['gtar', tar],
  ['bsdtar', tar],
  ['rsync', [givingNames(options('--rsh', 'e')), options('--rsync-path', '')]],
  ...['cpio', 'bsdcpio'].map((name) => [name, remoteShell] as const),
  ['split', [options('--filter', '')]],
  ['sort', [options('--compress-program', '')]],
  ['wget', [options('--use-askpass', ''), options('--execute', 'e', askpassIn)]],
  ['rg', [givingNames(options('--pre', '')), options('--hostname-bin', '')]],
  ['man', [options('--pager', 'PH')]],
  [
    'zip',
    [options('--unzip-command', '', tested), { ...options('', '', tested), pair: 'TT' }].map(givingNames),
  ],
  ['fzf', choosing],
  ['sk', choosing],
  ['ssh', ssh],
  ['scp', [...ssh, givingNames(options('', 'SD'))]],
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
  ['install', installing],
  ['ginstall', installing],
  ['go', [givingNames(options('-toolexec --toolexec -exec --exec -vettool --vettool', ''))]],
  ['cargo', [givingNames(options('--config', '', cargoSetting))]],
  ['npm', npm],
  ['pnpm', npm],
  ['socat', [address]],
  ['nc', netcat],
  ['ncat', netcat],
  ['netcat', netcat],
  ['gcc', compiler],
  ['g++', compiler],
  ['cc', compiler],
  ['c++', compiler],
  ['tcpdump', [options('', 'z')]],
  ['java', [options('-XX:OnError -XX:OnOutOfMemoryError', '')]],
  ['sdiff', twoFiles],
  ['diff3', twoFiles],
  ['svn', [options('--editor-cmd', ''), givingNames(options('--diff-cmd --diff3-cmd', ''))]],
  ['hg', [givingNames(options('--ssh', '')), givingNames(options('--config', '', hgSetting))]],
  ['gpg', gpg],
  ['gpg2', gpg],
  ['helm', [options('--post-renderer', '')]],
  ['gdb', [options(GDB, '', (value) => gdbReach(value).commands)]],
]);

/** `-o '|rm x'`, `--output='!rm x'`: a pipe to a command instead of a file. */
export const TRACE_OUTPUT: CommandOptions = options('--output', 'o', (value) =>
  /^[|!]/u.test(value) ? [value.slice(1)] : [],
);

/** `perl -ne 1 'rm x|'`, `'| rm x'`: perl opens its operands as shells read redirections. */
export const PIPED_OPERAND: CommandOptions = {
  ...options('', ''),
  inAnyWord: /^(?!-)(?=\s*\||[^]*\|\s*$)[\s|]*([^]*?)[\s|]*$/u,
};

const namesWith = (rows: readonly CommandOptions[]): ReadonlySet<string> =>
  new Set([...commandOptions].flatMap(([name, found]) => (found === rows ? [name] : [])));

/** Programs whose first word may be letters of options without a dash. */
export const LETTERED = namesWith(tar);

/** Editors that take a command behind `+`. */
export const VIMS = namesWith(vim);
