import { resolve } from 'node:path';
import { realDirectory } from '@sluice/base';
import type { PrintOptions } from '../print-options.ts';

/**
 * The options without additional directories that are missing: the Agent SDK promises its programs that these are skipped.
 * @param tell called with a sentence about each
 */
export function withExistingDirectories(
  options: PrintOptions,
  cwd: string,
  tell: (text: string) => void,
): PrintOptions {
  const { settings } = options;
  const { additionalDirectories = [] } = settings;
  const there = additionalDirectories.filter((path) => realDirectory(resolve(cwd, path)) !== undefined);
  if (there.length === additionalDirectories.length) return options;
  for (const path of additionalDirectories)
    if (!there.includes(path)) tell(`The additional directory ${path} is skipped: it does not exist.`);
  return { ...options, settings: { ...settings, additionalDirectories: there } };
}
