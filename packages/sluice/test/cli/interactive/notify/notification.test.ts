import { isHarmlessSequence } from '../../../../../hooks/src/answer/terminal-sequence.ts';
import { expect, it } from 'vitest';
import { notification } from '../../../../src/cli/interactive/notify/notification.ts';

const BELL = '\u0007';
const osc = (command: string): string => `\u001b]${command}${BELL}`;

it.each<[string, 'auto' | 'bell' | 'osc', Record<string, string>, string]>([
  ['a terminal nothing is known of', 'auto', { TERM: 'xterm-256color' }, BELL],
  ['the same, told to send one', 'osc', { TERM: 'xterm-256color' }, osc('9;done')],
  ['a bell alone', 'bell', { TERM: 'xterm-kitty' }, BELL],
  ['kitty', 'auto', { TERM: 'xterm-kitty' }, BELL + osc('99;;Sluice: done')],
  ['foot', 'auto', { TERM: 'foot-extra' }, BELL + osc('777;notify;Sluice;done')],
  ['iTerm2', 'osc', { TERM_PROGRAM: 'iTerm.app' }, osc('9;Sluice: done')],
  ['Ghostty', 'auto', { TERM: 'xterm-ghostty' }, BELL + osc('9;Sluice: done')],
  [
    'WezTerm around tmux',
    'osc',
    { TERM: 'tmux-256color', TMUX: '/tmp/tmux', WEZTERM_PANE: '3' },
    `\u001bPtmux;\u001b${osc('9;Sluice: done')}\u001b\\`,
  ],
])('%s (%s)', (_, way, env, expected) => {
  expect(notification('done', way, env)).toBe(expected);
});

it.each(['a;b\u0007c', '\u001b]0;title\u0007', '4;5;6', 'x'.repeat(5000), '\u009d9;x\u009c', 'a\nb'])(
  'a text is only ever a text: %j',
  (text) => {
    for (const env of [{ TERM: 'xterm-kitty' }, { TERM: 'foot' }, { TERM_PROGRAM: 'WezTerm' }])
      expect(isHarmlessSequence(notification(text, 'auto', env))).toBe(true);
  },
);
