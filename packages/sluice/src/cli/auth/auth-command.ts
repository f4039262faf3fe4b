import { modelAccess, type ModelAccess } from '@sluice/agent';
import { createPalette, wantsColor } from '@sluice/base';
import { sanitize } from '@sluice/core';
import { commandEnvironment, loadSettings } from '@sluice/settings';
import { parseCommandLine } from '../parse-command-line.ts';
import { print, printAll } from '../print.ts';
import { apiProvider } from '../print/output/api-provider.ts';
import { COMMON_OPTIONS, EXPECTED, placeOf, SETTINGS_OPTION } from '../settings-place.ts';
import { unknownCommand } from '../unknown-command.ts';
import { usageError } from '../usage-error.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { jsonText } from '../json-text.ts';
import { fitHelp } from '../fit-help.ts';

const COMMAND = 'sluice auth';

/** `sluice auth status`; returns the exit code. */
export async function authCommand(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) return print(fitHelp(HELP));
  const wrong = (message: string): number => usageError(COMMAND, message, SYNOPSIS);
  const [name, ...rest] = args;
  if (name === undefined) return wrong('pass a command: status');
  if (name === 'login' || name === 'logout') return wrong(NO_LOGIN);
  if (name !== 'status') return wrong(unknownCommand(name, ['status']));
  const options = {
    ...COMMON_OPTIONS,
    ...SETTINGS_OPTION,
    model: { type: 'string' },
    'base-url': { type: 'string' },
  } as const;
  const line = parseCommandLine(rest, options, { ...EXPECTED, model: 'a model', 'base-url': 'an address' });
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  const [other] = positionals;
  if (other !== undefined) return wrong(`unknown argument ${JSON.stringify(other)}`);
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const settings = loadSettings({ ...placed.place, files: values.settings });
  const { env } = commandEnvironment(settings, process.env);
  const model = settings.setting('model')?.value;
  const found = modelAccess({ model: values.model, baseUrl: values['base-url'], env, settings: { model } });
  const status: Status = found.ok
    ? { loggedIn: true, ...factsOf(found.access) }
    : { loggedIn: false, authMethod: 'none', apiProvider: 'none', message: found.message };
  const printed = await printAll(values.json === true ? jsonText(status) : textOf(status));
  return found.ok ? printed : 1;
}

/** `loggedIn`, `authMethod` and `apiProvider` under the names that editors read (agent-sdk.md, section 5). */
interface Status {
  readonly loggedIn: boolean;
  readonly authMethod: string;
  readonly apiProvider: string;
  readonly apiKeySource?: string;
  readonly model?: string;
  readonly address?: string | undefined;
  readonly message?: string;
}

const NO_LOGIN =
  "there is no login: set the service's key in its environment variable (docs/models.md), then run sluice auth status";

function factsOf({
  model,
  service,
  address,
  authMethod,
  source = 'none',
}: ModelAccess): Omit<Status, 'loggedIn'> {
  return { authMethod, apiProvider: apiProvider(service), apiKeySource: source, model, address };
}

const METHODS: Readonly<Record<string, string>> = {
  api_key: 'with a key',
  auth_token: 'with a bearer token',
  custom_headers: 'with headers of your own',
  none: 'without a key',
};

function textOf({ loggedIn, authMethod, apiKeySource: source, model, address, message }: Status): string {
  const palette = createPalette(wantsColor(process.stdout, process.env));
  if (!loggedIn)
    return `${palette('bad', 'not ready')}: ${(message ?? '').split('\n').map(sanitize).join('\n')}\n`;
  const from = source === undefined || source === 'none' ? '' : ` (${source})`;
  const at = address === undefined ? '' : ` at ${sanitize(address)}`;
  return `${palette('good', 'ready')}: ${sanitize(model ?? '')}${at}, ${METHODS[authMethod] ?? authMethod}${from}\n`;
}
