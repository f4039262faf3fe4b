type Environment = Readonly<Record<string, string | undefined>>;

const PLAIN_TERMINAL = /^(?:linux|vt\d|ansi|cons)/;

/** The session was opened over SSH. */
export function isOverSsh(env: Environment): boolean {
  return ['SSH_CONNECTION', 'SSH_TTY', 'SSH_CLIENT'].some((name) => env[name] !== undefined);
}

/** Terminals that don't mark pastes, and of which some print a question about colors. */
export function marksNoPastes(env: Environment): boolean {
  const isInScreen = env['STY'] !== undefined && env['TMUX'] === undefined;
  return isInScreen || PLAIN_TERMINAL.test(env['TERM'] ?? '');
}
