import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { isVariableName } from '../../schema/is-variable-name.ts';
import type { LoadedSettings } from '../../loaded-settings.ts';
import type { JudgedPart } from '../../schema/judged-part.ts';
import { sandboxPath } from '../sandbox-path.ts';
import { patternProblem } from './extract-spans.ts';
import { injectHosts, sameHosts } from './inject-hosts.ts';

/** How to treat a secret, and the entry that says so. */
export interface Credential {
  readonly mode: 'deny' | 'mask';
  /** Where a masked value may go: only hosts that every entry names. */
  readonly hosts: readonly string[];
  /** Mask only what the first group of this pattern matches. */
  readonly extract: string | undefined;
  /** The entry with the highest precedence. */
  readonly part: JudgedPart;
}

interface Credentials {
  /** By name. */
  readonly variables: ReadonlyMap<string, Credential>;
  /** By absolute path; links are not followed. */
  readonly files: ReadonlyMap<string, Credential>;
}

type Loaded = Pick<LoadedSettings, 'setting' | 'layers' | 'cwd' | 'home'>;
type OnProblem = (part: JudgedPart, message: string) => void;

const VARIABLES = 'sandbox.credentials.envVars';
const FILES = 'sandbox.credentials.files';

/** Without these, a command would resolve differently, and the protected paths in home would be unknown. */
const NEEDED: ReadonlySet<string> = new Set(['HOME', 'PATH']);

/** Fields of an entry that would mask less of a value, or nothing. */
const UNKNOWN = ['onExtractNoMatch', 'decode', 'maskClaims'];

/** The effective entries of `sandbox.credentials`, combined per secret: none loosens another. */
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
  if (/[*?]/.test(name))
    return { problem: `${shown} is ignored: patterns are not supported. Write each name` };
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
    if (mode !== 'deny')
      tell('the "mode" of an entry must be "deny" or "mask". Until this is fixed, it is "deny".');
    return { ...DENIED };
  }
  const unknown = UNKNOWN.filter((name) => Object.hasOwn(entry, name));
  if (unknown.length > 0) {
    tell(
      `${unknown.join(', ')}: not supported. The whole value is masked; if nothing is found, everything is hidden.`,
    );
  }
  const hosts = injectHosts(getOwn(entry, 'injectHosts'), tell);
  const extract = extractOf(entry, tell);
  return isOfTrusted(part, loaded) ? { mode, hosts, extract } : { mode, hosts: [], extract: undefined };
}

const DENIED = { mode: 'deny', hosts: [], extract: undefined } as const;

function extractOf(entry: JsonObject, tell: (message: string) => void): string | undefined {
  const source = getOwn(entry, 'extract');
  if (source === undefined) return undefined;
  const problem = patternProblem(source);
  if (problem !== undefined) tell(`"extract" ${problem}. Until this is fixed, the whole value is masked.`);
  return problem === undefined && typeof source === 'string' ? source : undefined;
}

/** An untrusted repository may have a value masked, but not decide where it goes or how much of it stays visible. */
function isOfTrusted({ source, file }: JudgedPart, { layers }: Loaded): boolean {
  return layers.some(
    (layer) => layer.source === source && layer.file === file && !layer.isStale && layer.isTrusted(),
  );
}

function tighter(above: Credential | undefined, one: Credential): Credential {
  if (above === undefined) return one;
  if (one.mode === 'deny') return { ...above, ...DENIED };
  const extract = above.extract === one.extract ? one.extract : undefined;
  return { ...above, hosts: sameHosts(above.hosts, one.hosts), extract };
}
