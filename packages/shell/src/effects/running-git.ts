import { argumentsOf, textOf, type Item } from './item.ts';
import { options, skipOptions } from './options.ts';
import type { Inner, Running } from './running.ts';
import { joinedScript, scriptOf } from './script-of.ts';

const GLOBAL = options(
  '--no-pager -p -P --paginate --no-replace-objects --bare --no-optional-locks --literal-pathspecs --no-lazy-fetch',
  '-c -C --git-dir --work-tree --namespace --exec-path --config-env --super-prefix --list-cmds --attr-source',
);

/** Settings whose value git gives to a shell. */
const COMMAND_KEY =
  /(?:^alias\..*|^core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|^pager\..*|^sequence\.editor|(?:^|\.)helper|^diff\.external|\.(?:command|textconv|driver|cmd|clean|smudge|process|path|program|receivepack|uploadpack|tool)|^gpg\..*)$/u;

/** git's own commands that run others: by `-c`, bisect, rebase, submodule, filter-branch, difftool. */
export function gitRunning(items: readonly Item[]): Running | undefined {
  const skipped = skipOptions(argumentsOf(items), 1, GLOBAL);
  const inner: Inner[] = [];
  for (const { name, value } of skipped?.given ?? []) {
    if (name === '-c' && typeof value === 'string') inner.push(...settingScript(value));
    // A variable holds the value, which may be any.
    if (name === '--config-env') inner.push({ kind: 'script', text: '${_}', isKnown: false });
  }
  if (skipped !== undefined) {
    const command = items.slice(skipped.next);
    inner.push(...subcommandScripts(command));
    const [first] = items;
    if (skipped.next > 1 && first !== undefined && command.length > 0)
      inner.push({ kind: 'itself', items: [first, ...command] });
  }
  if (inner.length === 0) return undefined;
  return { name: 'git', inner, allow: 'as-written', isTransparent: false, staysHere: false };
}

/** `core.pager=less`; an alias that isn't for the shell is one of git's own commands. */
function settingScript(setting: string): readonly Inner[] {
  const equals = setting.indexOf('=');
  const key = setting.slice(0, equals).toLowerCase();
  const value = setting.slice(equals + 1);
  if (equals === -1 || value === '' || !COMMAND_KEY.test(key)) return [];
  const isAlias = key.startsWith('alias.');
  const text = value.startsWith('!') ? value.slice(1) : isAlias ? `git ${value}` : value;
  return [{ kind: 'script', text, isKnown: true }];
}

function subcommandScripts(items: readonly Item[]): readonly Inner[] {
  const [name, second] = items;
  switch (textOf(name)) {
    case 'bisect':
      return textOf(second) === 'run' && items.length > 2 ? [{ kind: 'words', items: items.slice(2) }] : [];
    case 'submodule': {
      const at = items.findIndex((item) => textOf(item) === 'foreach');
      const rest = items
        .slice(at + 1)
        .filter((item) => !/^(?:--recursive|--quiet|-q)$/u.test(textOf(item) ?? ''));
      return at === -1 || rest.length === 0 ? [] : joinedScript(rest);
    }
    case 'rebase':
      return optionScripts(items, /^(?:-x|--exec)$/u, /^(?:-x|--exec=)(?=.)/u);
    case 'difftool':
      return optionScripts(items, /^(?:-x|--extcmd)$/u, /^(?:-x|--extcmd=)(?=.)/u);
    case 'filter-branch':
      return optionScripts(items, /^--(?!subdirectory)[a-z]+-filter$|^--setup$/u, /^(?!)/u);
    case 'clone':
      return [
        ...optionScripts(items, /^(?:-u|--upload-pack)$/u, /^--upload-pack=/u),
        ...items.flatMap((item) => settingScript(textOf(item)?.replace(/^--config=/u, '') ?? '')),
      ];
    case 'config':
      return items.flatMap((item, index) =>
        settingScript(`${textOf(item) ?? ''}=${textOf(items[index + 1]) ?? ''}`),
      );
    case 'fetch':
    case 'pull':
    case 'push':
    case 'ls-remote':
      return optionScripts(
        items,
        /^--(?:upload-pack|receive-pack|exec)$/u,
        /^--(?:upload-pack|receive-pack|exec)=/u,
      );
    default:
      return [];
  }
}

function optionScripts(items: readonly Item[], separate: RegExp, attached: RegExp): readonly Inner[] {
  return items.flatMap((item, index): readonly Inner[] => {
    const word = textOf(item) ?? '';
    const next = items[index + 1];
    if (separate.test(word)) return next === undefined ? [] : scriptOf(next);
    const start = attached.exec(word)?.[0];
    return start === undefined ? [] : [{ kind: 'script', text: word.slice(start.length), isKnown: true }];
  });
}
