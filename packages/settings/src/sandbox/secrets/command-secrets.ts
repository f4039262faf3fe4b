import type { MaskedSecret } from '@sluice/process';
import type { LoadedSettings } from '../../load-settings.ts';
import type { SettingsProblem } from '../../problem.ts';
import { readText } from '../../read/read-text.ts';
import { partToProblem } from '../part-to-problem.ts';
import { readCredentials, type Credential } from './credentials.ts';
import { maskProblem } from './mask-problem.ts';
import { makeStandIn } from './stand-in.ts';

/** What commands of a session are not to know. Holds values: nothing of it is shown to anybody but by name and number. */
export interface CommandSecrets {
  /** Names of variables that commands don't get, whether they are set or not. */
  readonly hiddenVariables: readonly string[];
  /** By name: what they get instead. */
  readonly maskedVariables: ReadonlyMap<string, MaskedSecret>;
  /** Absolute paths of files that are empty for commands in the sandbox, those among them that nothing can stand for. */
  readonly hiddenFiles: readonly string[];
  readonly maskedFiles: readonly MaskedFile[];
  /** Why something is hidden that was to be masked. */
  readonly problems: readonly SettingsProblem[];
}

export interface MaskedFile {
  readonly path: string;
  /** What commands read: the stand-in, with the blanks and line breaks around it. */
  readonly text: string;
  readonly secret: MaskedSecret;
}

/** Larger ones hold more than a key. */
const FILE_LIMIT = 65_536;

type Loaded = Pick<LoadedSettings, 'setting' | 'layers' | 'cwd' | 'home'>;

/**
 * The secrets of `sandbox.credentials` with their stand-ins, new ones at each call. Reads the files that are to be masked.
 * Never throws.
 *
 * @param env what commands would get otherwise
 */
export function commandSecrets(
  loaded: Loaded,
  env: Readonly<Record<string, string | undefined>>,
): CommandSecrets {
  const problems: SettingsProblem[] = [];
  // What is wrong with an entry itself is told with the sandbox's settings.
  const { variables, files } = readCredentials(loaded, () => {});
  const hide = ({ part }: Credential, name: string, why: string): void => {
    const message = `${JSON.stringify(name)} is hidden rather than masked: it ${why}.`;
    problems.push(partToProblem(part, message));
  };
  const hiddenVariables: string[] = [];
  const maskedVariables = new Map<string, MaskedSecret>();
  for (const [name, credential] of variables) {
    const value = env[name] ?? '';
    const problem = credential.mode === 'deny' || value === '' ? undefined : maskProblem(value);
    if (problem !== undefined) hide(credential, name, problem);
    if (credential.mode === 'deny' || value === '' || problem !== undefined) hiddenVariables.push(name);
    else maskedVariables.set(name, secretOf(value, credential));
  }
  const hiddenFiles: string[] = [];
  const maskedFiles: MaskedFile[] = [];
  for (const [path, credential] of files) {
    const found = credential.mode === 'deny' ? undefined : maskFile(path, credential);
    if (found !== undefined && 'why' in found) hide(credential, path, found.why);
    if (found !== undefined && 'secret' in found) maskedFiles.push(found);
    else hiddenFiles.push(path);
  }
  return { hiddenVariables, maskedVariables, hiddenFiles, maskedFiles, problems };
}

function secretOf(value: string, { hosts }: Credential): MaskedSecret {
  return { standIn: makeStandIn(value), value, hosts };
}

function maskFile(
  path: string,
  credential: Credential,
): MaskedFile | { readonly why: string } | { readonly status: 'absent' } {
  const read = readText(path, FILE_LIMIT);
  if (read.status === 'absent') return read;
  if (read.status === 'failed') return { why: WHY.get(read.code) ?? 'can not be read' };
  const value = read.text.trim();
  const start = read.text.indexOf(value);
  const problem = value === '' ? 'is empty' : maskProblem(value);
  if (problem !== undefined) return { why: problem };
  const secret = secretOf(value, credential);
  const text = `${read.text.slice(0, start)}${secret.standIn}${read.text.slice(start + value.length)}`;
  return { path, text, secret };
}

const WHY: ReadonlyMap<string, string> = new Map([
  ['not-a-file', 'is no file'],
  ['too-large', `is larger than ${FILE_LIMIT} bytes`],
  ['not-utf8', 'is no text'],
]);
