import type { FileIdentity, Files } from '../ports/files.ts';

/**
 * The files as one decision sees them: each path and each directory is looked up once, so that what a tool says of its call and what rules judge is the same
 * place, even if a symbolic link changes meanwhile. A decision is synchronous, so no look is older than the decision itself.
 */
export class FilesOfDecision implements Files {
  readonly #files: Files;
  readonly #known = new Map<string, FileIdentity>();
  readonly #entries = new Map<string, readonly string[] | undefined>();
  readonly #regular = new Map<string, readonly string[] | undefined>();

  constructor(files: Files) {
    this.#files = files;
  }

  identify(path: string, cwd: string): FileIdentity {
    if (!path.startsWith('/')) return this.#files.identify(path, cwd);
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const found = this.#files.identify(path, cwd);
    this.#known.set(path, found);
    return found;
  }

  directoryId(path: string): ReturnType<Files['directoryId']> {
    return this.#files.directoryId(path);
  }

  linkTargets(...args: Parameters<Files['linkTargets']>): ReturnType<Files['linkTargets']> {
    return this.#files.linkTargets(...args);
  }

  namesBeneath(directory: string): ReturnType<Files['namesBeneath']> {
    return this.#files.namesBeneath(directory);
  }

  entriesBeneath(directory: string, levels = Infinity): ReturnType<Files['entriesBeneath']> {
    const key = `${levels} ${directory}`;
    if (!this.#entries.has(key)) this.#entries.set(key, this.#files.entriesBeneath(directory, levels));
    return this.#entries.get(key);
  }

  otherNames(...args: Parameters<Files['otherNames']>): ReturnType<Files['otherNames']> {
    return this.#files.otherNames(...args);
  }

  filesBeneath(directory: string): ReturnType<Files['filesBeneath']> {
    if (!this.#regular.has(directory)) this.#regular.set(directory, this.#files.filesBeneath(directory));
    return this.#regular.get(directory);
  }

  gitNames(...args: Parameters<Files['gitNames']>): ReturnType<Files['gitNames']> {
    return this.#files.gitNames(...args);
  }

  ignoresCase(...args: Parameters<Files['ignoresCase']>): ReturnType<Files['ignoresCase']> {
    return this.#files.ignoresCase(...args);
  }

  fingerprint(...args: Parameters<Files['fingerprint']>): ReturnType<Files['fingerprint']> {
    return this.#files.fingerprint(...args);
  }
}
