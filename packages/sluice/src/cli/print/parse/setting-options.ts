import { present } from '@sluice/base';
import { parsePermissionOptions } from '../../permission/permission-options.ts';
import { configRootProblem } from '../client/config-root-problem.ts';
import { SOURCES, type PrintValues } from '../print-flags.ts';
import type { PrintOptions } from '../print-options.ts';
import { isSafeMode, safeModeProblem } from '../safe-mode.ts';
import { splitRules } from '../split-rules.ts';
import { invalid, type Parsed } from './parsed.ts';

type SettingOptions = Pick<PrintOptions, 'cwd' | 'permissionMode' | 'settings'>;

/** Where the work is done, and which settings hold for it. */
export function settingOptions(values: PrintValues): Parsed<SettingOptions> {
  const isSafe = isSafeMode(values, process.env);
  const brought = isSafe ? safeModeProblem(values) : undefined;
  if (brought !== undefined) return invalid(brought);
  const permission = parsePermissionOptions(values);
  if (!permission.ok) return permission;
  const { cwd, permissionMode: mode, settings } = permission.options;
  const isBypassed = values['dangerously-skip-permissions'] === true;
  if (isBypassed && mode !== undefined && mode !== 'bypassPermissions')
    return invalid(`--dangerously-skip-permissions and --permission-mode ${mode} conflict: pass one`);
  const sources = sourcesOf(values['setting-sources']);
  if (!sources.ok) return sources;
  const root = configRootProblem(values['project-config-root'], cwd ?? process.cwd(), sources.value);
  if (root !== undefined) return invalid(root);
  return {
    ok: true,
    value: {
      cwd,
      permissionMode: isBypassed ? 'bypassPermissions' : mode,
      settings: {
        ...settings,
        ...present({
          allow: rules(settings.allow, values['allowed-tools'], values.allowedTools),
          deny: rules(settings.deny, values['disallowed-tools'], values.disallowedTools),
          sources: sources.value,
          isSafe: isSafe || undefined,
          isBypassEnabled: values['allow-dangerously-skip-permissions'],
          managedTexts: values['managed-settings'],
        }),
      },
    },
  };
}

/** Undefined: there are none. */
function rules(
  own: readonly string[] = [],
  ...lists: readonly (readonly string[] | undefined)[]
): readonly string[] | undefined {
  const all = [...own, ...lists.flatMap((texts = []) => texts.flatMap(splitRules))];
  return all.length === 0 ? undefined : all;
}

function sourcesOf(text: string | undefined): Parsed<readonly ('user' | 'project' | 'local')[] | undefined> {
  if (text === undefined) return { ok: true, value: undefined };
  const names = text.split(',').map((name) => name.trim());
  const sources = SOURCES.filter((source) => names.includes(source));
  const unknown = names.find((name) => name !== '' && !SOURCES.some((source) => source === name));
  return unknown === undefined
    ? { ok: true, value: sources }
    : { ok: false, message: `--setting-sources takes ${SOURCES.join(', ')}; got ${JSON.stringify(unknown)}` };
}
