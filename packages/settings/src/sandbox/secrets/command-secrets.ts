import type { LoadedSettings } from '../../loaded-settings.ts';
import type { SettingsProblem } from '../../problem.ts';
import { readText } from '../../read/read-text.ts';
import { partToProblem } from '../part-to-problem.ts';
import { readCredentials, type Credential } from './credentials.ts';
import { maskText, type MaskedText } from './mask-text.ts';

/** What commands of a session must not learn. Contains the values: show only names and counts. */
export interface CommandSecrets {
  /** Names of variables to withhold from commands, whether they are set or not. */
  readonly hiddenVariables: readonly string[];
  /** The replacement value, by name. */
  readonly maskedVariables: ReadonlyMap<string, MaskedText>;
  /** Absolute paths of files that appear empty to sandboxed commands, including those that can't be masked. */
  readonly hiddenFiles: readonly string[];
  readonly maskedFiles: readonly MaskedFile[];
  /** Why something that should be masked is hidden instead. */
  readonly problems: readonly SettingsProblem[];
}

/** What sandboxed commands read in place of the file at this absolute path. */
export interface MaskedFile extends MaskedText {
  readonly path: string;
}

/** Larger files hold more than a key. */
const FILE_LIMIT = 65_536;

type Loaded = Pick<LoadedSettings, 'setting' | 'layers' | 'cwd' | 'home'>;

/**
 * The secrets in `sandbox.credentials` with their stand-ins, new on each call. Reads the files to mask. Never throws.
 *
 * @param env the environment that commands would get otherwise
 */
export function commandSecrets(
  loaded: Loaded,
  env: Readonly<Record<string, string | undefined>>,
): CommandSecrets {
  const problems: SettingsProblem[] = [];
  // Problems with the entry itself are reported with the sandbox settings.
  const { variables, files } = readCredentials(loaded, () => {});
  const hide = ({ part }: Credential, name: string, why: string): void => {
    const message = `${JSON.stringify(name)} is hidden rather than masked: it ${why}.`;
    problems.push(partToProblem(part, message));
  };
  const hiddenVariables: string[] = [];
  const maskedVariables = new Map<string, MaskedText>();
  for (const [name, credential] of variables) {
    const value = env[name] ?? '';
    const masked = credential.mode === 'deny' || value === '' ? undefined : maskText(value, credential);
    if (masked !== undefined && 'text' in masked) maskedVariables.set(name, masked);
    else hiddenVariables.push(name);
    if (masked !== undefined && 'why' in masked) hide(credential, name, masked.why);
  }
  const hiddenFiles: string[] = [];
  const maskedFiles: MaskedFile[] = [];
  for (const [path, credential] of files) {
    const masked = credential.mode === 'deny' ? undefined : maskFile(path, credential);
    if (masked !== undefined && 'text' in masked) maskedFiles.push({ path, ...masked });
    else hiddenFiles.push(path);
    if (masked !== undefined && 'why' in masked) hide(credential, path, masked.why);
  }
  return { hiddenVariables, maskedVariables, hiddenFiles, maskedFiles, problems };
}

/** Undefined: nothing is there. */
function maskFile(path: string, credential: Credential): ReturnType<typeof maskText> | undefined {
  const read = readText(path, FILE_LIMIT);
  switch (read.status) {
    case 'read':
      return maskText(read.text, credential);
    case 'failed':
      return { why: WHY.get(read.code) ?? 'can not be read' };
    case 'absent':
      return undefined;
    default:
      return read satisfies never;
  }
}

const WHY: ReadonlyMap<string, string> = new Map([
  ['not-a-file', 'is not a file'],
  ['too-large', `is larger than ${FILE_LIMIT} bytes`],
  ['not-utf8', 'is not text'],
]);
