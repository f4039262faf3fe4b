import { sanitize } from '@sluice/core';

const ESCAPE = '\u001b';
const BELL = '\u0007';
const MAX_TEXT = 160;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What is sent to a terminal so that a person notices: a bell, a notification, or both. Nothing is drawn.
 * @param way `auto`: a bell, and a notification where the terminal is known to show one
 */
export function notification(text: string, way: 'auto' | 'bell' | 'osc', env: Environment): string {
  if (way === 'bell') return BELL;
  // A semicolon would end a field, and these sequences have no escapes.
  const said = sanitize(text)
    .replaceAll(/[;\s]+/g, ' ')
    .slice(0, MAX_TEXT);
  const command = commandFor(said, env) ?? (way === 'osc' ? `9;${said}` : undefined);
  const sequence = command === undefined ? '' : wrapped(`${ESCAPE}]${command}${BELL}`, env);
  return way === 'osc' ? sequence : `${BELL}${sequence}`;
}

/** Undefined: it isn't known whether this terminal shows notifications. */
function commandFor(said: string, env: Environment): string | undefined {
  const has = (name: string): boolean => (env[name] ?? '') !== '';
  const names = ['TERM', 'TERM_PROGRAM', 'LC_TERMINAL'].map((name) => env[name] ?? '').join(' ');
  if (/kitty/i.test(names) || has('KITTY_WINDOW_ID')) return `99;;Sluice: ${said}`;
  if (/foot|rxvt/i.test(names)) return `777;notify;Sluice;${said}`;
  if (/iterm|wezterm|ghostty/i.test(names) || has('WEZTERM_PANE') || has('GHOSTTY_RESOURCES_DIR'))
    return `9;Sluice: ${said}`;
  return undefined;
}

/** tmux hands it on to its own terminal, if its option `allow-passthrough` is on. */
function wrapped(sequence: string, env: Environment): string {
  if ((env['TMUX'] ?? '') === '') return sequence;
  return `${ESCAPE}Ptmux;${sequence.replaceAll(ESCAPE, ESCAPE + ESCAPE)}${ESCAPE}\\`;
}
