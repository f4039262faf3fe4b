import { problemText, type SettingsReading } from '@sluice/settings';

/** A place where settings are looked for, and what is there. */
export interface ListedFile {
  readonly source: string;
  /** Undefined for JSON from the command line. */
  readonly file: string | undefined;
  readonly status: 'read' | 'absent' | 'unusable';
  /** What it allows or runs has effect; undefined if the file was not read. */
  readonly isTrusted: boolean | undefined;
  /** Why it can't be used. */
  readonly problem: string | undefined;
}

/** The files of a reading, highest precedence first. */
export function listedFiles({ plan, loaded }: SettingsReading): readonly ListedFile[] {
  const errors = loaded.problems.filter(({ severity }) => severity === 'error');
  const given = loaded.layers.filter(({ file }) => file === undefined);
  return plan.files.map(({ source, path: file, text }): ListedFile => {
    const layer =
      file === undefined
        ? given.find((one) => one.text === text)
        : loaded.layers.find((one) => one.file === file);
    if (layer !== undefined) {
      return { source, file, status: 'read', isTrusted: layer.isTrusted(), problem: undefined };
    }
    const error = errors.find((one) => one.file === file && one.source === source);
    const problem = error === undefined ? undefined : problemText(error);
    return {
      source,
      file,
      status: error === undefined ? 'absent' : 'unusable',
      isTrusted: undefined,
      problem,
    };
  });
}
