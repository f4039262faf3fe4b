import { homedir } from 'node:os';
import { dirname } from 'node:path';
import {
  createPermissionState,
  createPolicy,
  createTableClassifier,
  type Files,
  type PermissionClassifier,
  type PermissionMode,
  type PermissionState,
  type PermissionUpdate,
  type RulePolicy,
} from '@sluice/core';
import {
  changedAtStart,
  permissionChange,
  permissionStart,
  problemText,
  readSettings,
  saveUpdate,
  settingsAbove,
  startMode,
  watchSettings,
  type LoadedSettings,
  type SettingsOptions,
  type SettingsPlace,
  type SettingsReading,
} from '@sluice/settings';

import { tightened } from './tightened.ts';
import { lazyCommandLanguage, loadCommandLanguage, withCommandLanguage } from './lazy-command-language.ts';

/** Which settings count for a runtime. */
export interface LocalSettings extends Pick<SettingsOptions, 'files' | 'sources' | 'managedDirectories'> {
  /** Rules above those of files, as `Tool` or `Tool(specifier)`. */
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  /** Directories that count as the workspace beside the working directory. */
  readonly additionalDirectories?: readonly string[];
  /** The mode `bypassPermissions` may be chosen later. Default: whether it is the mode at the start. */
  readonly isBypassEnabled?: boolean;
}

export interface PermissionWish {
  /** Absolute and real. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly mode: PermissionMode | undefined;
  readonly settings: LocalSettings;
  readonly remedy: string;
  readonly files: Files;
  /** Asked when rules are first made ready. */
  readonly knownTools: () => readonly string[];
}

/** Rules, mode and directories of this machine's settings, made ready. */
export interface LocalPermission {
  readonly policy: RulePolicy;
  readonly state: PermissionState;
  readonly classifier: PermissionClassifier;
  readonly loaded: LoadedSettings;
  /** Settings files that were asked for; undefined: all. */
  readonly sources: LocalSettings['sources'];
  /** The mode that the settings alone would start in. */
  readonly settingsMode: PermissionMode;
  /** What a person should know: what does not count, and why. A line each. */
  readonly notices: readonly string[];
  /** Reads settings again when their files change, until it is closed. */
  watch(gate?: SettingsGate): { close(): void };
  /** Keeps an update in the file that it belongs to; answers with what went wrong. */
  save(update: PermissionUpdate): Promise<string | undefined>;
  /** Waits for all saves that have begun. */
  saved(): Promise<void>;
}

/** Who has a say in a change of the settings, and who follows it. */
export interface SettingsGate {
  /** False: what holds now stays, but for what the change forbids or asks about. Must not reject. */
  readonly mayApply: (before: LoadedSettings, now: LoadedSettings) => Promise<boolean>;
  /** Told when the change holds for rules. */
  readonly applied: (now: LoadedSettings) => Promise<void>;
  /** Takes a sentence for the person: what is wrong with files by now, and what counts at the next start. Must not throw. */
  readonly tell?: (text: string) => void;
}

export type OpenedPermission =
  | { readonly ok: true; readonly permission: LocalPermission }
  /** A file that was asked for by name, or a policy, can't be used: what is wrong, a line each. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads the settings; no call is decided before all of them are known. */
export async function openPermission(wish: PermissionWish): Promise<OpenedPermission> {
  const { cwd, env, mode, settings, remedy, files, knownTools } = wish;
  const { allow, ask, deny, additionalDirectories, isBypassEnabled, ...which } = settings;
  const place = { cwd, env, home: env['HOME'] ?? homedir() };
  const options: SettingsOptions = {
    ...place,
    ...which,
    commandLine: {
      ...(allow !== undefined && { allow }),
      ...(ask !== undefined && { ask }),
      ...(deny !== undefined && { deny }),
      ...(additionalDirectories !== undefined && { additionalDirectories }),
    },
  };
  const first = readSettings(options);
  const { loaded } = first;
  const errors = loaded.problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return { ok: false, problems: errors.map(problemText) };
  const start = {
    ...(mode !== undefined && { mode }),
    ...(isBypassEnabled === true && { isBypassEnabled }),
  };
  const state = createPermissionState(permissionStart(loaded, start));
  const hasPatterns = [...loaded.rules, ...(loaded.withheld?.rules ?? [])].some(({ text }) =>
    text.includes('('),
  );
  if (hasPatterns) await loadCommandLanguage();
  const languages = new Map([['Bash', lazyCommandLanguage(() => state.update({}))]]);
  const policy = createPolicy({ files, languages, remedy, knownTools });
  const saves = new Set<Promise<unknown>>();
  return {
    ok: true,
    permission: {
      policy,
      state,
      classifier: createTableClassifier(files),
      loaded,
      sources: which.sources,
      settingsMode: startMode(loaded).mode,
      notices: [
        ...noticesOf(loaded, startMode(loaded, start).notices),
        ...(which.sources?.includes('project') === false ? [] : noticesAbove(place)),
      ],
      watch(gate) {
        let [held, newest, known] = [loaded, loaded, loaded];
        let [latest, counting] = [0, 0];
        const decideAnew = (): Promise<void> =>
          withCommandLanguage(() => {
            const settings = counting === latest ? held : tightened(held, newest);
            state.update(permissionChange(settings, state.current()));
          });
        let following = Promise.resolve();
        // A slow say in one change holds up no other: a policy's must count at once.
        const change = async (now: LoadedSettings): Promise<void> => {
          const place = (latest += 1);
          newest = now;
          const asked = gate?.mayApply(held, now);
          // What tightens waits for nobody, and whatever the answer is, it stands.
          if (asked !== undefined) await decideAnew();
          if ((await asked) === false || place < counting) return;
          [held, counting] = [now, place];
          await decideAnew();
          following = following.then(() => gate?.applied(now)).catch(() => {});
        };
        return watchLater(options, first, (now) => {
          for (const text of newsOf(known, now)) gate?.tell?.(text);
          known = now;
          void change(now);
        });
      },
      save: async (update) => {
        const begun = saveUpdate(update, place);
        saves.add(begun);
        const saved = await begun.finally(() => saves.delete(begun));
        return saved.ok ? saved.warning : saved.message;
      },
      saved: async () => void (await Promise.allSettled(saves)),
    },
  };
}

/** What a person should know of a change at once: mistakes that were not there before, and what waits for the next start. */
function newsOf(before: LoadedSettings, now: LoadedSettings): readonly string[] {
  const known = new Set(before.problems.map(problemText));
  const waiting = changedAtStart(before, now);
  return [
    ...now.problems.map(problemText).filter((text) => !known.has(text)),
    ...(waiting.length === 0
      ? []
      : [`The settings say something else of ${waiting.join(', ')} now, which counts at the next start.`]),
  ];
}

function noticesAbove(place: SettingsPlace): readonly string[] {
  return settingsAbove(place).map(
    ({ file, holds }) =>
      `${file} stands above the start directory and is not read, with its ${holds.join(' and ')}: start there, or give --cwd ${dirname(dirname(file))}.`,
  );
}

/** Most runs are over before anybody could have changed a file: they do not pay for a watch. */
const WATCH_AFTER_MS = 150;

function watchLater(
  options: SettingsOptions,
  first: SettingsReading,
  onChange: (loaded: LoadedSettings) => void,
): { close(): void } {
  let watch: { close(): void } | undefined;
  const timer = setTimeout(() => {
    watch = watchSettings(options, onChange, first);
  }, WATCH_AFTER_MS).unref();
  return {
    close() {
      clearTimeout(timer);
      watch?.close();
    },
  };
}

/** What is wrong with rules, with the place of each; a line each. */
export function ruleNotices({ policy, state }: Pick<LocalPermission, 'policy' | 'state'>): readonly string[] {
  const snapshot = state.current();
  if (snapshot.rules.length === 0) return [];
  return policy.rulesOf(snapshot).problems.map(({ rule, message }) => {
    const { file, line, text, source } = rule;
    const name = source === 'cli' ? 'command line' : source;
    const place = file === undefined ? name : line === undefined ? file : `${file}:${line}`;
    return `${place}: ${rule.behavior} ${text}: ${message}`;
  });
}

function noticesOf(loaded: LoadedSettings, modeNotices: readonly string[]): readonly string[] {
  return [
    ...loaded.problems.map(problemText),
    ...(loaded.withheld === undefined ? [] : [loaded.withheld.notice]),
    ...modeNotices,
  ];
}
