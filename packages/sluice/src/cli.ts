import { packageVersion } from './cli/package-version.ts';
import { runProgram } from './cli/run-program.ts';

/** Runs the program from its sources. The built program starts in `start/built-cli.ts`. */
await runProgram(() => packageVersion(new URL('../package.json', import.meta.url)));
