/** Why hooks in a file's frontmatter can't be read, as a sentence. Undefined: they can. Must not reject. */
export type HooksJudge = (hooks: unknown) => Promise<string | undefined>;

/** For a file that is not used because of its hooks. */
export const unreadHooks = (why: string): string =>
  `This file is not used, because its hooks are invalid. ${why}`;
