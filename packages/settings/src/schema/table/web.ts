import type { SettingKey } from '../setting-key.ts';
import { BOOLEAN, OBJECT, TEXT, TEXTS } from '../shape.ts';
import { PLAIN } from './plain-row.ts';

const WEB = { ...PLAIN, setBy: 'not-repository', use: 'start' } as const;

/** What leaves for the network: WebFetch, WebSearch and RemoteTrigger. */
export const WEB_SETTINGS = [
  {
    key: 'web.allowPrivate',
    shape: TEXTS,
    ...WEB,
    merge: 'joined',
    purpose: 'Non-public hosts that WebFetch may access: host or host:port.',
  },
  {
    key: 'web.search.backend',
    shape: { kind: 'one-of', words: ['model', 'searxng', 'brave'] },
    ...WEB,
    purpose: "The service that WebSearch uses: the model's (model), searxng or brave.",
  },
  {
    key: 'web.search.url',
    shape: TEXT,
    ...WEB,
    purpose: 'The address of the search service. Required for searxng.',
  },
  {
    key: 'web.search.keyVariable',
    shape: TEXT,
    ...WEB,
    purpose: 'The environment variable that holds the key of the search service. Default: BRAVE_API_KEY.',
  },
  {
    key: 'skipWebFetchPreflight',
    shape: BOOLEAN,
    default: false,
    ...PLAIN,
    wrong: false,
    use: 'none',
    purpose: 'Accepted. Sluice checks hosts itself.',
  },
  {
    key: 'triggers',
    shape: OBJECT,
    ...WEB,
    merge: 'deep',
    isCheckedByReader: true,
    purpose: 'Webhooks that RemoteTrigger may start, by name: { "url", "description", "headersFrom" }.',
  },
] as const satisfies readonly SettingKey[];
