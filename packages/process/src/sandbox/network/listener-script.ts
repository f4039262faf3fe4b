/** A place to listen at inside the sandbox. */
export interface InnerPlace {
  readonly host: string;
  readonly port: number;
  /** Without it there is no sandbox; any other may fail, a port below 1024 for instance. */
  readonly isNeeded: boolean;
}

/**
 * Run by Node inside the sandbox before the command, with the places as JSON. Listens, and passes each listening socket
 * out by the channel, with its index; then it is done. A socket belongs for good to the network it was made in, so this
 * process accepts by it what connects in there.
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
