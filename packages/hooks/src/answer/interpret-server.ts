import type { ServerRun } from '../run/ask-server.ts';
import type { HookEvent } from '../events/event-lookup.ts';
import { failedBecause, meaningOfSaying, type HookMeaning } from './interpret-run.ts';
import { readSaying } from './read-saying.ts';

/** A status alone never blocks; only the answer's JSON does. */
export function interpretServer(run: ServerRun, event: HookEvent): HookMeaning {
  switch (run.status) {
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'timed-out':
      return { kind: 'timed-out', afterMs: run.afterMs };
    case 'output-limit':
      return failedBecause(
        `answered with more than ${run.limitBytes / 1024 / 1024} MiB, so its response was ignored`,
      );
    case 'not-answered':
      return failedBecause(`could not be reached (${run.message})`);
    case 'answered': {
      const { statusCode, body } = run;
      if (statusCode >= 300 && statusCode < 400) {
        return failedBecause(
          `answered with status ${statusCode}: redirects are not followed, name the URL itself`,
        );
      }
      if (statusCode < 200 || statusCode > 299) return failedBecause(`answered with status ${statusCode}`);
      const saying = readSaying(body, event);
      if (saying.kind === 'text' && saying.text !== '') {
        return failedBecause('answered with something that is not a JSON object, so it decides nothing');
      }
      return meaningOfSaying(saying);
    }
    default:
      return run satisfies never;
  }
}
