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
  const { asker: person, onUpdate, wrapAsker } = permission;
  const around = (asker: Asker): RuntimeOptions['permission'] =>
    named.withHooks({ ...permission, asker: events.notifying(asker) }, () => cwd);
  return {
    ...options,
    hooks: named.hooks,
    attachments: () => [...(attachesTexts ? named.texts.take() : []), ...attachments()],
    stopWanted: events.stopWanted,
    onSessionChange(before, after) {
      cwd = after.cwd;
      events.contextChanged(before, after);
      onSessionChange?.(before, after);
    },
    permission: named.withHooks(
      {
        ...permission,
        wrapAsker(given) {
          const wrapped = wrapAsker === undefined ? given : wrapAsker(given);
          return wrapped && around(wrapped).asker;
        },
        ...(person !== undefined && { asker: events.notifying(person) }),
        onUpdate(update) {
          events.permissionUpdated(update);
          onUpdate?.(update);
        },
      },
      () => cwd,
    ),
  };
}
