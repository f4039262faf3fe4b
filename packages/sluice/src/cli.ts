import { packageVersion } from './cli/package-version.ts';
import { runProgram } from './cli/run-program.ts';

/** The program from its sources. As it is built, it starts in `start/built-cli.ts`. */
await runProgram(() => packageVersion(new URL('../package.json', import.meta.url)));
