import type { Asker, RuntimeOptions } from '@sluice/core';
import type { SessionHooks } from '../hooks/session-hooks.ts';
import type { SessionEvents } from '../events/session-events.ts';

/** The engine's options with the hooks from the settings and the senders of its events. */
export function withEvents(
  options: RuntimeOptions,
  named: SessionHooks,
  events: SessionEvents,
  attachesTexts = true,
): RuntimeOptions {
  const { permission, attachments = () => [], onSessionChange } = options;
  let { cwd } = options;
  const { onUpdate, wrapAsker } = permission;
  const person = permission.asker && events.notifying(permission.asker);
  const withHooks = (asker: Asker | undefined): Asker | undefined => named.askerWithHooks(asker, () => cwd);
  return {
    ...options,
    hooks: named.hooks,
    attachments: () => [...(attachesTexts ? named.texts.take() : []), ...attachments()],
    stopWanted: () => events.stopWanted(),
    onSessionChange(before, after) {
      cwd = after.cwd;
      events.contextChanged(before, after);
      onSessionChange?.(before, after);
    },
    permission: {
      ...permission,
      get asker() {
        return withHooks(person);
      },
      wrapAsker(given) {
        const wrapped = wrapAsker === undefined ? given : wrapAsker(given);
        return wrapped && withHooks(events.notifying(wrapped));
      },
      onUpdate(update) {
        events.permissionUpdated(update);
        onUpdate?.(update);
      },
    },
  };
}
