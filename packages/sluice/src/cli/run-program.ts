import { leftOpen } from './left-open.ts';
import { main } from './main.ts';
import { unexpectedErrorText } from './unexpected-error.ts';

/** Runs this process's command line; sets its exit code. Never rejects. */
export async function runProgram(version: () => string): Promise<void> {
  process.on('uncaughtException', (error) => {
    reportUnexpected(error);
    process.exit(1);
  });
  try {
    const status = await main(process.argv.slice(2), version);
    process.exitCode = status;
    if (leftOpen.isNoted()) await (await import('./print/leave.ts')).leave(status);
  } catch (error) {
    reportUnexpected(error);
  }
}

function reportUnexpected(error: unknown): void {
  process.stderr.write(`${unexpectedErrorText(error, process.env)}\n`);
  process.exitCode = 1;
}
