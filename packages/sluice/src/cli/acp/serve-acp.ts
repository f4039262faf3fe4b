import { createStop, SIGNAL_STATUS } from '../stop/stop.ts';
import { watchSignals } from '../stop/watch-signals.ts';
import type { PrintOptions } from '../print/print-options.ts';
import { sayAs } from '../say.ts';
import { AcpServer } from './acp-server.ts';
import { stdioStream } from './stdio-stream.ts';

const say = sayAs('sluice acp');

/** Serves an editor until it closes standard input; returns the exit code. */
export async function serveAcp(options: PrintOptions, version: string): Promise<number> {
  const stop = createStop();
  const unwatch = watchSignals(stop, say);
  const server = new AcpServer({ options, version, stop, warn: say });
  const connection = server.app().connect(stdioStream());
  const stopped = Promise.withResolvers<void>();
  stop.onStop(() => stopped.resolve());
  await Promise.race([connection.closed, stopped.promise]);
  await server.close();
  connection.close();
  unwatch();
  const { cause } = stop;
  return cause?.kind === 'signal' ? SIGNAL_STATUS[cause.signal] : 0;
}
