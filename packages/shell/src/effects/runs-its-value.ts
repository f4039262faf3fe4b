const NAMES = new Set(
  (
    'GIT_EXTERNAL_DIFF GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_SSH_COMMAND GIT_SSH GIT_ASKPASS GIT_PROXY_COMMAND ' +
    'SSH_ASKPASS SUDO_ASKPASS EDITOR VISUAL FCEDIT SUDO_EDITOR SVN_EDITOR HGEDITOR PAGER MANPAGER SYSTEMD_PAGER LESSOPEN ' +
    'LESSCLOSE BROWSER PROMPT_COMMAND'
  ).split(' '),
);

/** Whether programs give the value of this variable to a shell. */
export function runsItsValue(name: string): boolean {
  return NAMES.has(name) || /^GIT_CONFIG_VALUE_\d+$/u.test(name);
}
