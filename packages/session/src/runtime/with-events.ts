import type { RuntimeOptions } from '@sluice/core';
import type { SessionHooks } from '../hooks/session-hooks.ts';
import type { SessionEvents } from '../events/session-events.ts';

/** The engine's options with the hooks of the settings, and with those who fire the events that happen in it. */
export function withEvents(
  options: RuntimeOptions,
  named: SessionHooks,
  events: SessionEvents,
  attachesTexts = true,
): RuntimeOptions {
  const { permission, attachments = () => [], onSessionChange } = options;
  let { cwd } = options;
  const { asker: person, onUpdate } = permission;
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
