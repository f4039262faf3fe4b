import type { Asker, PermissionAnswer, PermissionRequest } from './asker.ts';

/**
 * How an agent settles its asks. `interactive`: a person at once. `coordinator`: automated checks first, then a person.
 * `worker`: the agent that leads it. Each is an `Asker`; the engine knows no difference.
 */
export type AskStrategy =
  | { readonly kind: 'interactive'; readonly person: Asker }
  | {
      readonly kind: 'coordinator';
      /** Undefined: nothing was decided, ask the person. A throw counts as that. */
      readonly check: (
        request: PermissionRequest,
        signal: AbortSignal,
      ) => Promise<PermissionAnswer | undefined>;
      readonly person: Asker;
    }
  | { readonly kind: 'worker'; readonly leader: Asker };

/** The asker that carries out a strategy. */
export function askerFor(strategy: AskStrategy): Asker {
  switch (strategy.kind) {
    case 'interactive':
      return strategy.person;
    case 'worker':
      return strategy.leader;
    case 'coordinator':
      return coordinate(strategy.check, strategy.person);
    default:
      return strategy satisfies never;
  }
}

function coordinate(check: Extract<AskStrategy, { kind: 'coordinator' }>['check'], person: Asker): Asker {
  const open = new Map<
    string,
    { readonly controller: AbortController; request: PermissionRequest; isPushed: boolean }
  >();
  return {
    push(request, answer) {
      const controller = new AbortController();
      const ask = { controller, request, isPushed: false };
      open.set(request.requestId, ask);
      const settle = (given: PermissionAnswer): void => {
        if (open.delete(request.requestId)) answer(given);
      };
      const put = (found: PermissionAnswer | undefined): void => {
        if (!open.has(request.requestId)) return;
        if (found !== undefined) {
          settle(found);
          return;
        }
        ask.isPushed = true;
        person.push(ask.request, settle);
      };
      check(request, controller.signal).then(put, () => put(undefined));
    },
    remove(requestId) {
      const ask = open.get(requestId);
      if (ask === undefined) return;
      open.delete(requestId);
      ask.controller.abort();
      if (ask.isPushed) person.remove(requestId);
    },
    update(request) {
      const ask = open.get(request.requestId);
      if (ask === undefined) return;
      ask.request = request;
      if (ask.isPushed) person.update(request);
    },
  };
}
