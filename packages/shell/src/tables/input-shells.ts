/** Programs that start a shell where they are given no command: its commands are what they read. */
const WITHOUT_COMMAND = new Set(
  'unshare nsenter fakeroot fakechroot firejail pkexec nix-shell newgrp chroot proot dbus-run-session run0'.split(
    ' ',
  ),
);
const SWITCHING = new Set(['su', 'runuser', 'sg']);
const ELEVATING = new Set(['sudo', 'doas']);
/** Options of sudo and doas that take the next word. */
const WITH_VALUE =
  /^-[a-zA-Z]*[ugpCDRTUrthc]$|^--(?:user|group|prompt|close-from|chdir|chroot|host|role|type)$/u;

/** Whether a program reads commands from its input, as a shell without operands does. A word that isn't known is not an option. */
export function isInputShell(name: string, words: readonly (string | undefined)[]): boolean {
  const has = (pattern: RegExp): boolean => words.some((word) => pattern.test(word ?? ''));
  if (SWITCHING.has(name)) return !has(/^-\w*c|^--(?:session-)?command/u);
  if (name === 'script' || name === 'scriptlive') return !has(/^-\w*c|^--(?:command|version|help)|^--$/u);
  if (ELEVATING.has(name))
    return has(/^-[a-zA-Z]*[si]$|^--(?:shell|login)$/u) && operandsOf(words, WITH_VALUE).length === 0;
  if (name === 'systemd-run') return has(/^-S$|^--shell$/u);
  if (!WITHOUT_COMMAND.has(name)) return false;
  const most = name === 'chroot' || name === 'newgrp' ? 1 : 0;
  return operandsOf(words, /^$/u).length <= most;
}

function operandsOf(
  words: readonly (string | undefined)[],
  withValue: RegExp,
): readonly (string | undefined)[] {
  return words.filter((word, at) => word?.startsWith('-') !== true && !withValue.test(words[at - 1] ?? 'x'));
}
