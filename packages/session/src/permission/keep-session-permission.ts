import {
  systemClock,
  type JournalText,
  resumePermission,
  sessionPermission,
  type PermissionMode,
  type PermissionState,
  type SessionPermission,
} from '@sluice/core';
import type { Session } from '../directory/open-session.ts';

interface KeepOptions {
  readonly session: Session;
  readonly state: PermissionState;
  /** The starting mode according to the settings alone. */
  readonly settingsMode: PermissionMode;
  readonly isModeGiven: boolean;
  /** Called with what could not be stored. Must not throw. */
  readonly onUnkept: (problem: string) => void;
}

/**
 * Restores the permission of a resumed session, and then journals every change. Returns what the user should
 * know, one line each.
 */
export function keepSessionPermission({
  session,
  state,
  settingsMode,
  isModeGiven,
  onUnkept,
}: KeepOptions): readonly string[] {
  const { journal, permission: kept, resultsDirectory } = session;
  if (journal === undefined) return [];
  let notices: readonly string[] = [];
  let written = JSON.stringify(NOTHING);
  if (kept !== undefined) {
    const resumed = resumePermission(state.current(), kept, isModeGiven);
    state.update(resumed.change);
    notices = resumed.notices;
    written = '';
  }
  let writing = Promise.resolve();
  const write = (): void => {
    const now = sessionPermission(state.current(), settingsMode);
    const text = JSON.stringify({
      ...now,
      directories: now.directories.filter((path) => path !== resultsDirectory),
    });
    if (text === written) return;
    written = text;
    const append = (kept: JournalText): void => {
      const done = journal.append({ v: 1, time: systemClock.wallTime(), type: 'permission', state: kept });
      if (!done.ok) onUnkept(`The permissions of this session could not be written: ${done.message}`);
    };
    if (text.length <= INLINE_CHARS) {
      append({ text });
      return;
    }
    writing = writing.then(async () => {
      const stored = await session.store.put(text);
      if (stored.ok) append(stored.file);
      else onUnkept(`The permissions of this session could not be saved: ${stored.message}`);
    });
  };
  write();
  state.onChange(write);
  return notices;
}

/** UTF-16 units allowed in a line of the journal, which is under 64 KB. */
const INLINE_CHARS = 8000;

const NOTHING: SessionPermission = { rules: [], directories: [] };
