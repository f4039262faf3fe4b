/** A place to listen at inside the sandbox. */
export interface InnerPlace {
  readonly host: string;
  readonly port: number;
  /** Required for the sandbox to start; any other may fail, such as a port below 1024. */
  readonly isNeeded: boolean;
}

/**
 * Run by Node inside the sandbox before the command, with the places as JSON. Listens, passes each listening socket out through the
 * channel with its index, and exits. A socket stays in the network namespace it was created in, so this process can use it to accept
 * connections made inside.
 */
export const LISTENER_SCRIPT = `const { createServer } = require('node:net');
const places = JSON.parse(process.argv[1]);
const open = (index) => {
  if (index === places.length) return process.exit(0);
  const { host, port, isNeeded } = places[index];
  const server = createServer();
  server.once('error', (error) => {
    if (!isNeeded) return open(index + 1);
    console.error('no port for the proxy:', error.message);
    process.exit(1);
  });
  server.listen({ host, port, backlog: 512 }, () => process.send(index, server, () => open(index + 1)));
};
open(0);`;
