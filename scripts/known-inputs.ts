/**
 * Writes what the input schemas of the built-in tools convert to into packages/tools/src/schema/known-inputs.ts, so that a
 * start need not convert them. A test tells when it has to be run again.
 *
 * node --conditions=sluice-source scripts/known-inputs.ts
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { convertedInputs } from '../packages/tools/test/schema/converted-inputs.ts';

const root = resolve(import.meta.dirname, '..');
const file = join(root, 'packages/tools/src/schema/known-inputs.ts');
const text = `/**
 * The input schemas of the built-in tools as JSON Schema, where no variable has changed them. Made of the schemas by
 * scripts/known-inputs.ts.
 */
export const KNOWN_INPUTS = ${JSON.stringify(convertedInputs(), undefined, 2)} as const;
`;
writeFileSync(file, text);
execFileSync(join(root, 'node_modules/.bin/oxfmt'), [file], { stdio: 'inherit' });
