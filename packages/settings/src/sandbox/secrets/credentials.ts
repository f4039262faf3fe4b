import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { isVariableName } from '../../environment/is-variable-name.ts';
import type { LoadedSettings } from '../../load-settings.ts';
import type { JudgedPart } from '../../schema/judged-part.ts';
import { sandboxPath } from '../sandbox-path.ts';
import { injectHosts, sameHosts } from './inject-hosts.ts';

/** What becomes of a secret, and the entry that says so. */
export interface Credential {
  readonly mode: 'deny' | 'mask';
  /** Where a masked value may go: what each of the entries names. */
  readonly hosts: readonly string[];
  /** The highest entry. */
  readonly part: JudgedPart;
}

export interface Credentials {
  /** By name. */
  readonly variables: ReadonlyMap<string, Credential>;
  /** By absolute path; links are not followed. */
  readonly files: ReadonlyMap<string, Credential>;
}

type Loaded = Pick<LoadedSettings, 'setting' | 'layers' | 'cwd' | 'home'>;
type OnProblem = (part: JudgedPart, message: string) => void;

const VARIABLES = 'sandbox.credentials.envVars';
const FILES = 'sandbox.credentials.files';

/** Without them a command is another one, and what is protected at home is not known. */
const NEEDED: ReadonlySet<string> = new Set(['HOME', 'PATH']);

/** Fields of an entry that would mask a part of a value. */
const PARTS = ['extract', 'onExtractNoMatch', 'decode', 'maskClaims', 'maskDuplicates'];

/** The entries of `sandbox.credentials` that count, those about one thing put together: none loosens what another one says. */
export function readCredentials(loaded: Loaded, onProblem: OnProblem): Credentials {
  const read = (key: string, nameOf: NameOf): ReadonlyMap<string, Credential> => {
    const found = new Map<string, Credential>();
    for (const part of loaded.setting(key)?.origins ?? []) {
      const { value } = part;
      if (!isJsonObject(value)) continue;
      const tell = (message: string): void => onProblem(part, `"${key}": ${message}`);
      const name = nameOf(value, part);
      if ('problem' in name) tell(`${name.problem}.`);
      else {
        const one = { ...readEntry(value, part, loaded, tell), part };
        found.set(name.name, tighter(found.get(name.name), one));
      }
    }
    return found;
  };
  return {
    variables: read(VARIABLES, ({ name }) => variableName(name)),
    files: read(FILES, ({ path }, part) => {
      const place = sandboxPath({ ...part, value: path }, loaded);
      return 'path' in place ? { name: place.path } : { problem: place.problem.replace(/\.$/, '') };
    }),
  };
}

type NameOf = (
  entry: JsonObject,
  part: JudgedPart,
) => { readonly name: string } | { readonly problem: string };

function variableName(name: unknown): ReturnType<NameOf> {
  if (typeof name !== 'string' || !isVariableName(name)) {
    return { problem: 'an entry is left out: it has no "name" of a variable' };
  }
  const shown = JSON.stringify(name.slice(0, 80));
  if (/[*?]/.test(name)) return { problem: `${shown} is left out: there are no patterns. Write each name` };
  return NEEDED.has(name) ? { problem: `${shown} is left out: commands can't do without it` } : { name };
}

function readEntry(
  entry: JsonObject,
  part: JudgedPart,
  loaded: Loaded,
  tell: (message: string) => void,
): Omit<Credential, 'part'> {
  const mode = getOwn(entry, 'mode');
  if (mode !== 'mask') {
    if (mode !== 'deny') tell('the "mode" of an entry must be "deny" or "mask". Until then it is "deny".');
    return { mode: 'deny', hosts: [] };
  }
  const unknown = PARTS.filter((name) => Object.hasOwn(entry, name));
  if (unknown.length > 0) tell(`${unknown.join(', ')}: not known here. The whole value is masked.`);
  const hosts = injectHosts(getOwn(entry, 'injectHosts'), tell);
  return { mode, hosts: mayNameHosts(part, loaded) ? hosts : [] };
}

/** A repository that nobody trusts may have a value masked, and says nothing of where it goes. */
function mayNameHosts({ source, file }: JudgedPart, { layers }: Loaded): boolean {
  return layers.some(
    (layer) => layer.source === source && layer.file === file && !layer.isStale && layer.isTrusted(),
  );
}

function tighter(above: Credential | undefined, one: Credential): Credential {
  if (above === undefined) return one;
  if (one.mode === 'deny') return { ...above, mode: 'deny', hosts: [] };
  return { ...above, hosts: sameHosts(above.hosts, one.hosts) };
}
