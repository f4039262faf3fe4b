export interface EnvironmentFacts {
  readonly cwd: string;
  readonly platform: string;
  /** `2026-11-21`. */
  readonly date: string;
  readonly isRepository: boolean;
}

/** What a model reads about where it works: in the system prompt, or in the first message. */
export function environmentText({ cwd, platform, date, isRepository }: EnvironmentFacts): string {
  return [
    `Working directory: ${cwd}${isRepository ? ' (a git repository)' : ''}`,
    `Platform: ${platform}`,
    `Date: ${date}`,
  ].join('\n');
}
