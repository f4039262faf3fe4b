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

/** Which settings apply to a runtime. */
export interface LocalSettings extends Pick<
  SettingsOptions,
  'files' | 'sources' | 'managedDirectories' | 'managedTexts' | 'isSafe'
> {
  /** Rules that take precedence over those of files, as `Tool` or `Tool(specifier)`. */
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  /** Directories to treat as the workspace, in addition to the working directory. */
  readonly additionalDirectories?: readonly string[];
  /** Allow switching to `bypassPermissions` later. Default: only if it is the starting mode. */
  readonly isBypassEnabled?: boolean;
  /** In plan mode, ask about edits rather than deny them. Default: false; a runtime with `canUseTool`: true. */
  readonly asksForPlanEdits?: boolean;
}

interface OpenPermissionOptions {
  /** Absolute and real. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly mode: PermissionMode | undefined;
  readonly settings: LocalSettings;
  readonly remedy: string;
  readonly files: Files;
  /** Called when rules are first compiled. */
  readonly knownTools: () => readonly string[];
  /** Absolute paths, besides those of settings, that are protected for the whole session. Default: none. */
  readonly guarded?: readonly string[];
}

/** Compiled rules, mode, and directories from this machine's settings. */
export interface LocalPermission {
  readonly policy: RulePolicy;
  readonly state: PermissionState;
  readonly classifier: PermissionClassifier;
  /** The settings at the start of the session. */
  readonly loaded: LoadedSettings;
  /** The settings that apply now, for keys whose changes apply while a session runs. */
  readonly applying: () => LoadedSettings;
  /** The requested settings files; undefined: all. */
  readonly sources: LocalSettings['sources'];
  /** The starting mode according to the settings alone. */
  readonly settingsMode: PermissionMode;
  /** What the user should know: what is ignored, and why. One line each. */
  readonly notices: readonly string[];
  /** Reloads the settings when their files change, until it is closed. */
  watch(gate?: SettingsGate): { close(): void };
  /** Saves an update to the file that it belongs to. Resolves with what went wrong. */
  save(update: PermissionUpdate): Promise<string | undefined>;
  /** Waits for all saves in progress. */
  saved(): Promise<void>;
}

/** Who may block a settings change, and who is notified of it. */
interface SettingsGate {
  /** False: keep the current settings, except for what the change denies or asks about. Must not reject. */
  readonly mayApply: (before: LoadedSettings, now: LoadedSettings) => Promise<boolean>;
  /** Called when the change applies to rules. */
  readonly applied: (now: LoadedSettings) => Promise<void>;
  /**
   * Receives sentences for the user: what is wrong with files now, and what takes effect at the next start.
   * Must not throw.
   */
  readonly tell?: (text: string) => void;
}

type OpenedPermission =
  | { readonly ok: true; readonly permission: LocalPermission }
  /** A file requested by name, or a policy, can't be used: what is wrong, one line each. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads the settings; no call is decided before all of them are loaded. */
export async function openPermission(openOptions: OpenPermissionOptions): Promise<OpenedPermission> {
  const { cwd, env, mode, settings, remedy, files, knownTools, guarded = [] } = openOptions;
  const { allow, ask, deny, additionalDirectories, isBypassEnabled, asksForPlanEdits, ...which } = settings;
  const place = { cwd, env, home: env['HOME'] ?? homedir() };
  const options: SettingsOptions = {
    ...place,
    ...which,
    commandLine: {
      allow,
      ask,
      deny,
      additionalDirectories,
    },
  };
  const first = readSettings(options);
  const { loaded } = first;
  const errors = loaded.problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) return { ok: false, problems: errors.map(problemText) };
  const start = {
    mode,
    isBypassEnabled: isBypassEnabled === true ? true : undefined,
  };
  const state = createPermissionState({
    ...permissionStart(loaded, start),
    guarded: [...loaded.places, ...guarded],
    asksForPlanEdits,
  });
  const hasPatterns = [...loaded.rules, ...(loaded.withheld?.rules ?? [])].some(({ text }) =>
    text.includes('('),
  );
  if (hasPatterns) await loadCommandLanguage();
  const languages = new Map([['Bash', lazyCommandLanguage(() => state.update({}))]]);
  const policy = createPolicy({ files, languages, remedy, knownTools });
  const saves = new Set<Promise<unknown>>();
  let held = loaded;
  return {
    ok: true,
    permission: {
      policy,
      state,
      classifier: createTableClassifier(files),
      loaded,
      applying: () => held,
      sources: which.sources,
      settingsMode: startMode(loaded).mode,
      notices: [
        ...noticesOf(loaded, startMode(loaded, start).notices),
        ...(which.sources?.includes('project') === false ? [] : noticesAbove(place)),
      ],
      watch(gate) {
        let [newest, known] = [loaded, loaded];
        let [latest, counting] = [0, 0];
        const decideAnew = (): Promise<void> =>
          withCommandLanguage(() => {
            const settings = counting === latest ? held : tightened(held, newest);
            const change = permissionChange(settings, state.current());
            state.update({ ...change, guarded: [...settings.places, ...guarded] });
          });
        let following = Promise.resolve();
        // A slow answer about one change must not delay another: a policy applies at once.
        const change = async (now: LoadedSettings): Promise<void> => {
          const place = (latest += 1);
          newest = now;
          const asked = gate?.mayApply(held, now);
          // Restrictions apply without waiting, whatever the answer is.
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

/** What the user should know about a change at once: new mistakes, and what waits for the next start. */
function newsOf(before: LoadedSettings, now: LoadedSettings): readonly string[] {
  const known = new Set(before.problems.map(problemText));
  const waiting = changedAtStart(before, now);
  return [
    ...now.problems.map(problemText).filter((text) => !known.has(text)),
    ...(waiting.length === 0
      ? []
      : [`The settings for ${waiting.join(', ')} have changed; the change takes effect at the next start.`]),
  ];
}

function noticesAbove(place: SettingsPlace): readonly string[] {
  return settingsAbove(place).map(
    ({ file, holds }) =>
      `${file} is above the start directory, so its ${holds.join(' and ')} are not read: start in that directory, or pass --cwd ${dirname(dirname(file))}.`,
  );
}

/** Most runs end before anyone could change a file, and should not pay for a watcher. */
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

/** What is wrong with rules and where, one line each. */
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
