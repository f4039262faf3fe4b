import { main } from './main.ts';
import { unexpectedErrorText } from './unexpected-error.ts';

/** Runs this process's command line; sets its exit code. Never rejects. */
export async function runProgram(version: () => string): Promise<void> {
  process.on('uncaughtException', (error) => {
    reportUnexpected(error);
    process.exit(1);
  });
  try {
    process.exitCode = await main(process.argv.slice(2), version);
  } catch (error) {
    reportUnexpected(error);
  }
}

function reportUnexpected(error: unknown): void {
  process.stderr.write(`${unexpectedErrorText(error, process.env)}\n`);
  process.exitCode = 1;
}
