import { LineEditor } from '@sluice/terminal';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FrontEvents } from '../../../../src/cli/interactive/front-events.ts';
import { FixedKeys } from '../../../../src/cli/interactive/keys/fixed-keys.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface At {
  readonly draft?: string;
  readonly isWorking?: boolean;
  readonly waiting?: readonly string[];
  readonly panel?: boolean;
  /** A card is in its place. */
  readonly isHidden?: boolean;
  /** Something of what was stopped still runs. */
  readonly isStopping?: boolean;
  /** Esc ends something else. */
  readonly escapes?: boolean;
  /** An answer is being typed. */
  readonly isNote?: boolean;
}

/** What keys do, by name; a number is a pause in milliseconds, `close` that Esc has closed a menu. */
function effects(at: At, keys: readonly (string | number)[]): readonly string[] {
  const did: string[] = [];
  const log = (what: string) => (): void => void did.push(what);
  const editor = new LineEditor();
  editor.setText(at.draft ?? '');
  const waiting = (at.waiting ?? []).map((text) => ({ id: text, text, when: 'next' as const }));
  const state: Pick<ReturnType<FrontEvents['state']>, 'isWorking' | 'panel'> = {
    isWorking: at.isWorking === true,
    panel: at.panel === true ? { rows: () => [] } : undefined,
  };
  const events: Partial<FrontEvents> = {
    ...{ onSendNow: log('send now'), onStop: log('stop'), onLeave: log('leave'), onRewind: log('rewind') },
    ...{ onAskToLeave: log('ask to leave'), onClosePanel: log('close panel'), onKeyList: log('key list') },
    onKill: () => at.isStopping === true && did.push('kill') > 0,
    onEscape: () => at.escapes === true && did.push('end it') > 0,
    onTakeBack: () => at.waiting?.at(-1),
    onAction: (action) => did.push(action) > 0,
    state: () => ({ ...state, waiting }) as unknown as ReturnType<FrontEvents['state']>,
  };
  const fixed = new FixedKeys({
    events: events as FrontEvents,
    editor,
    actions: new Map([['ctrl+x', 'tasks']]),
    isPanelShown: () => at.isHidden !== true,
    hint: (text) => did.push(`hint: ${text}`),
    submit: (text, when) => did.push(`${when}: ${text}`),
    submitEmptyNote: () => at.isNote === true && did.push('empty answer') > 0,
  });
  for (const key of keys) {
    if (typeof key === 'number') vi.advanceTimersByTime(key);
    else if (key === 'close') fixed.closed();
    else if (!fixed.take({ kind: 'key', name: key, data: '' })) did.push(`edits: ${key}`);
  }
  if (editor.text !== (at.draft ?? '')) did.push(`prompt: ${editor.text}`);
  return did;
}

const AGAIN = 'hint: press esc again to go back to an earlier prompt';
const LEAVES = 'hint: ctrl-c again within 2 s leaves';
const CLEARED = ['hint: cleared · ↑ brings it back', 'prompt: '];

it.each<[string, At, readonly (string | number)[], readonly string[]]>([
  ['Esc stops the work', { isWorking: true }, ['escape'], ['stop']],
  ['Esc stops the work beside a draft, which stays', { isWorking: true, draft: 'a' }, ['escape'], ['stop']],
  ['Esc is dead after it closed something', { isWorking: true }, ['close', 299, 'escape'], []],
  ['… for 300 ms', { isWorking: true }, ['close', 300, 'escape'], ['stop']],
  ['Esc closes what is followed first', { isWorking: true, panel: true }, ['escape'], ['close panel']],
  ['… unless a card hides it', { isWorking: true, panel: true, isHidden: true }, ['escape'], ['stop']],
  ['Esc ends what else there is', { escapes: true }, ['escape', 'escape'], ['end it', 'end it']],
  ['Esc twice rewinds', {}, ['escape', 1999, 'escape'], [AGAIN, 'rewind']],
  ['… within 2 s', {}, ['escape', 2000, 'escape'], [AGAIN, AGAIN]],
  ['… and with no other key between', {}, ['escape', '/', 'escape'], [AGAIN, 'edits: /', AGAIN]],
  ['Esc does nothing to a draft', { draft: 'a' }, ['escape', 'escape'], []],
  ['Ctrl-C clears a draft', { draft: 'a', isWorking: true }, ['ctrl+c'], CLEARED],
  ['Ctrl-C stops the work', { isWorking: true }, ['ctrl+c'], ['stop']],
  ['Ctrl-C again kills what does not stop', { isWorking: true, isStopping: true }, ['ctrl+c'], ['kill']],
  ['Ctrl-C twice leaves', {}, ['ctrl+c', 1999, 'ctrl+c'], [LEAVES, 'leave']],
  ['… within 2 s', {}, ['ctrl+c', 2000, 'ctrl+c'], [LEAVES, LEAVES]],
  ['… and with no other key between', {}, ['ctrl+c', 'a', 'ctrl+c'], [LEAVES, 'edits: a', LEAVES]],
  ['Ctrl-D asks to leave', {}, ['ctrl+d'], ['ask to leave']],
  ['Ctrl-D edits a draft', { draft: 'a' }, ['ctrl+d'], ['edits: ctrl+d']],
  ['Tab sends later', { draft: 'a', isWorking: true }, ['tab'], ['after: a', 'prompt: ']],
  ['Tab sends nothing while idle', { draft: 'a' }, ['tab'], []],
  ['↑ takes back the last message', { waiting: ['a', 'b'] }, ['up'], ['prompt: b']],
  ['↑ edits a draft', { draft: 'x', waiting: ['a'] }, ['up'], ['edits: up']],
  ['↑ recalls prompts if nothing waits', {}, ['up'], ['edits: up']],
  ['Enter sends what waits', { waiting: ['a'] }, ['enter'], ['send now']],
  ['Enter is an empty answer', { isNote: true }, ['enter'], ['empty answer']],
  ['Enter sends a draft', { draft: 'a' }, ['enter'], ['edits: enter']],
  ['? lists the keys', {}, ['?'], ['key list']],
  ['? is typed after a letter', { draft: 'a' }, ['?'], ['edits: ?']],
  ['a key of the settings', { draft: 'a' }, ['ctrl+x'], ['tasks']],
])('%s', (_, at, keys, did) => {
  expect(effects(at, keys)).toEqual(did);
});
