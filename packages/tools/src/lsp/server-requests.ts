import { pathToFileURL } from 'node:url';
import { getOwn, isJsonObject } from '@sluice/core';
import type { ServerConfig } from './server-config.ts';

/** Answers what a language server asks its client. Undefined: the method is not known. */
export function answerServer(
  method: string,
  params: unknown,
  { config, root }: { readonly config: ServerConfig; readonly root: string },
): unknown {
  const uri = pathToFileURL(root).href;
  switch (method) {
    case 'workspace/configuration': {
      const items = isJsonObject(params) ? getOwn(params, 'items') : undefined;
      return Array.isArray(items) ? items.map((item: unknown) => settingOf(config, item)) : [];
    }
    case 'workspace/workspaceFolders':
      return [{ uri, name: config.name }];
    case 'workspace/applyEdit':
      return { applied: false, failureReason: 'only the agent edits files' };
    case 'window/showDocument':
      return { success: false };
    case 'client/registerCapability':
    case 'client/unregisterCapability':
    case 'window/workDoneProgress/create':
    case 'window/showMessageRequest':
    case 'workspace/diagnostic/refresh':
      return null;
    default:
      return undefined;
  }
}

function settingOf({ settings }: ServerConfig, item: unknown): unknown {
  const section = isJsonObject(item) ? getOwn(item, 'section') : undefined;
  if (typeof section !== 'string' || section === '') return settings;
  let value: unknown = settings;
  for (const step of section.split('.')) value = isJsonObject(value) ? getOwn(value, step) : undefined;
  return value ?? null;
}
