import { shellWord } from '@sluice/base';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { alikeProblem, entryNotices, entryProblem, nameProblem } from '@sluice/mcp/config';
import { print } from '../../print.ts';
import { usageError } from '../../usage-error.ts';
import { parseCommandLine } from '../../parse-command-line.ts';
import { oneOf } from '../../one-of.ts';
import { placeOf } from '../../settings-place.ts';
import { findOwnServers } from '../find-own-servers.ts';
import { SCOPES } from '../mcp-options.ts';
import { say } from '../../say.ts';
import { synopsisOf } from '../usage.ts';
import { parseAdd, type AddRequest } from './add-options.ts';
import { saveServer } from './save-server.ts';

const SECRET_NAME = /TOKEN|KEY|SECRET|PASSW/i;

/** `sluice mcp add`; returns the exit code. */
export async function addCommand(args: readonly string[]): Promise<number> {
  const parsed = parseAdd(args);
  if (!parsed.ok) return usageError('sluice mcp add', parsed.message, synopsisOf('add'));
  return add('add', parsed.request);
}

/** `sluice mcp add-json NAME JSON`; returns the exit code. */
export async function addJsonCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number =>
    usageError('sluice mcp add-json', message, synopsisOf('add-json'));
  const options = { scope: { type: 'string', short: 's' }, cwd: { type: 'string' } } as const;
  const line = parseCommandLine(args, options, { scope: SCOPES.join(', '), cwd: 'a directory' });
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  const [name = '', text, ...more] = positionals;
  if (name.trim() === '' || text === undefined || more.length > 0)
    return wrong(
      `pass a name and the entry as one argument, as in: sluice mcp add-json NAME '{"command":"…"}'`,
    );
  const scope = oneOf('--scope', values.scope, SCOPES);
  if (!scope.ok) return wrong(scope.message);
  const entry = parsed(text);
  if (!isJsonObject(entry)) return wrong('the entry is not a JSON object, such as {"command":"…","args":[]}');
  return add('add-json', { name, scope: scope.value ?? 'local', entry, cwd: values.cwd });
}

async function add(command: 'add' | 'add-json', { name, scope, entry, cwd }: AddRequest): Promise<number> {
  const misnamed = nameProblem(name);
  if (misnamed !== undefined) return usageError(`sluice mcp ${command}`, misnamed, synopsisOf(command));
  const placed = placeOf(cwd);
  if (!placed.ok) return usageError(`sluice mcp ${command}`, placed.message, synopsisOf(command));
  // What undefined stands for is not in a file.
  const written: unknown = JSON.parse(JSON.stringify(entry));
  const raw = isJsonObject(written) ? written : {};
  const wrong = entryProblem(raw, scope);
  if (wrong !== undefined)
    return usageError(`sluice mcp ${command}`, `Nothing was added. ${wrong}`, synopsisOf(command));
  const { servers } = findOwnServers(placed.place, { configs: [], isStrict: false }, undefined);
  const alike = alikeProblem(name, servers);
  if (alike !== undefined) {
    say(`sluice mcp ${command}`, `Nothing was added. ${alike}`);
    return 1;
  }
  for (const notice of entryNotices(raw, scope)) say(`sluice mcp ${command}`, notice);
  const saved = await saveServer({ name, scope, entry, keepsExisting: true }, placed.place);
  if (!saved.ok) {
    say(`sluice mcp ${command}`, saved.message);
    return 1;
  }
  for (const variable of scope === 'project' ? writtenSecrets(raw) : [])
    say(
      `sluice mcp ${command}`,
      `The value of ${variable} is now in the project's file. To keep it out of the repository, write '\${${variable}}' there, and set the variable in your environment.`,
    );
  if (saved.warning !== undefined) say(`sluice mcp ${command}`, saved.warning);
  const check = `To check that it works: sluice mcp get ${shellWord(name)}`;
  return print(`Added ${name} (${scope}) to ${saved.files.join(', ')}\n${check}\n`);
}

/** Names of variables that sound secret and whose values are written out. */
function writtenSecrets({ env }: JsonObject): readonly string[] {
  if (!isJsonObject(env)) return [];
  return Object.entries(env).flatMap(([name, value]) => {
    const isWritten = typeof value === 'string' && value !== '' && !value.includes('${');
    return isWritten && SECRET_NAME.test(name) ? [name] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
