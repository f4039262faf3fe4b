/** Files and directories from which a shell or git takes commands before it does anything else. */
const NAMES = /^(?:BASH_ENV|GIT_CONFIG|GIT_CONFIG_GLOBAL|GIT_CONFIG_SYSTEM|GIT_EXEC_PATH|GIT_TEMPLATE_DIR)$/u;

/** Whether a shell or git runs what is in the file that this variable names. `ENV=production` names none. */
export function isStartUpFile(name: string, value: string): boolean {
  if (value === '' || value === '/dev/null') return false;
  return NAMES.test(name) || (name === 'ENV' && /\W/u.test(value));
}

/** `env GIT_CONFIG_GLOBAL=c git z`. `ENV=…` as a word is mostly told to another program. */
export function namesStartUpFile(word: string): boolean {
  const [, name = '', value = ''] = /^(\w+)=([^]*)$/u.exec(word) ?? [];
  return name !== 'ENV' && isStartUpFile(name, value);
}
