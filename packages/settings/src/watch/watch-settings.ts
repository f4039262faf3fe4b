import { join } from 'node:path';
import { presentItems } from '@sluice/base';
import { readSettings, type SettingsReading } from '../load-settings.ts';
import type { LoadedSettings } from '../loaded-settings.ts';
import { MANAGED_DROP_INS, managedDirectories } from '../place/config-directories.ts';
import type { SettingsOptions } from '../place/options.ts';
import { trustFile } from '../place/trust-files.ts';
import { fingerprint } from './fingerprint.ts';
import { watchedNames } from './watched-names.ts';
import { createNameWatcher } from './watch-names.ts';

export interface SettingsWatch {
  /** The settings as of the last check. */
  current(): LoadedSettings;
  close(): void;
}

/** An editor writes in several steps; one check after them is enough. */
const SETTLE_MS = 50;

/** How often to check files that no event covers: links within links, network file systems. */
const LOOK_MS = 2000;

/**
 * Reads the settings, and again when a file changes, appears, disappears or is replaced. Calls `onChange` with each state that differs from
 * the previous one; the call isn't awaited and must not throw. Doesn't keep the process alive.
 *
 * A file that can't be read for now keeps its last denials, and no longer allows anything.
 *
 * @param first the known state: `onChange` is called at once if the files differ from it by now. Default: the files at the start.
 */
export function watchSettings(
  options: SettingsOptions,
  onChange: (loaded: LoadedSettings) => void,
  first?: SettingsReading,
): SettingsWatch {
  let timer: NodeJS.Timeout | undefined;
  let due = 0;
  let isClosed = false;
  const soon = (delay = SETTLE_MS): void => {
    const at = performance.now() + delay;
    if (isClosed || (timer !== undefined && due <= at)) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(look, delay).unref();
  };
  /** Directories may have come or gone since they were watched. */
  let hasEvent = false;
  const names = createNameWatcher(() => {
    hasEvent = true;
    soon();
  });

  let paths: readonly string[] = [];
  let seen = fingerprint(paths, 0);
  const read = (before: SettingsReading | undefined): SettingsReading => {
    const next = readSettings(options, before?.lastGood);
    paths = watchedPaths(next, options);
    names.set(watchedNames(paths));
    return next;
  };
  // Before the load, so that a change during it is noticed afterwards.
  let loading = read(first);
  seen = fingerprint(paths, Date.now());
  loading = read(loading);
  let signature = (first ?? loading).signature();
  const tell = (): void => {
    if (loading.signature() === signature) return;
    signature = loading.signature();
    onChange(loading.loaded);
  };
  tell();

  function look(): void {
    timer = undefined;
    // Where the names lead is looked up only if something may have changed: that costs ten times as much as the check.
    if (hasEvent) names.set(watchedNames(paths));
    hasEvent = false;
    const now = fingerprint(paths, Date.now());
    if (now.text === seen.text && !seen.isFresh) return;
    seen = now;
    loading = read(loading);
    if (now.isFresh) soon(LOOK_MS / 2);
    tell();
  }

  // Without a second timer: each one wakes an idle program.
  const interval = setInterval(() => {
    if (timer === undefined) look();
  }, LOOK_MS).unref();
  return {
    current: () => loading.loaded,
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearInterval(interval);
      names.close();
    },
  };
}

function watchedPaths({ plan }: SettingsReading, options: SettingsOptions): readonly string[] {
  const files = plan.files.flatMap(({ path }) => (path === undefined ? [] : [path]));
  const managed = options.managedDirectories ?? managedDirectories();
  const dropIns = managed.map((directory) => join(directory, MANAGED_DROP_INS));
  const trust = trustFile(options);
  return presentItems([...files, ...dropIns, trust]);
}
