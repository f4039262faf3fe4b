import { readFileSync } from 'node:fs';
import type { ToolEntry } from '../../../../src/pool/search/tool-entry.ts';

/** What public servers of these kinds deal with: the things, and what one of them is. */
const SERVERS: Readonly<Record<string, readonly (readonly [thing: string, meaning: string])[]>> = {
  github: [
    ['issue', 'a bug report or request of a repository'],
    ['pull_request', 'proposed changes of a branch'],
    ['workflow_run', 'a run of a CI workflow'],
    ['release', 'a published version with notes'],
    ['branch', 'a line of development'],
    ['gist', 'a shared snippet of code'],
  ],
  slack: [
    ['channel', 'a place where a team talks'],
    ['message', 'what somebody posts to a channel or thread'],
    ['reaction', 'an emoji on a message'],
    ['reminder', 'a note that comes at a time'],
  ],
  gmail: [
    ['email', 'a mail with subject, recipients and attachments'],
    ['draft', 'a mail that is not sent yet'],
    ['label', 'a tag of mails'],
    ['filter', 'a rule for incoming mail'],
  ],
  calendar: [
    ['event', 'a meeting or appointment with attendees'],
    ['availability', 'free and busy times of people'],
    ['calendar', 'a collection of events'],
  ],
  jira: [
    ['ticket', 'a unit of work in a project'],
    ['sprint', 'a time box of an agile team'],
    ['board', 'a view of tickets by status'],
    ['worklog', 'time that was spent on a ticket'],
  ],
  notion: [
    ['page', 'a document of a workspace'],
    ['database', 'a table of pages with properties'],
    ['comment', 'a remark on a page'],
  ],
  stripe: [
    ['customer', 'somebody who pays'],
    ['invoice', 'a bill with line items'],
    ['refund', 'money that goes back to a customer'],
    ['subscription', 'a recurring payment'],
    ['payment_link', 'a web address where somebody can pay'],
  ],
  postgres: [
    ['table', 'rows and columns of a database'],
    ['query', 'an SQL statement'],
    ['index', 'what makes queries fast'],
    ['schema', 'definitions of tables'],
  ],
  kubernetes: [
    ['pod', 'running containers'],
    ['deployment', 'a set of replicas of an application'],
    ['secret', 'credentials of a cluster'],
    ['namespace', 'a part of a cluster'],
    ['log', 'what a container has printed'],
  ],
  s3: [
    ['bucket', 'a container for objects in the cloud'],
    ['object', 'a stored blob'],
    ['presigned_url', 'a temporary link to an object'],
  ],
  spotify: [
    ['playlist', 'a list of songs'],
    ['track', 'a song'],
    ['playback', 'what plays now'],
  ],
  weather: [
    ['forecast', 'temperature, rain and wind of the coming days'],
    ['alert', 'a warning of storms'],
    ['observation', 'current conditions at a station'],
  ],
  maps: [
    ['route', 'directions between two places'],
    ['place', 'a shop, restaurant or address'],
    ['geocode', 'coordinates of an address'],
    ['distance_matrix', 'travel times between many places'],
  ],
  browser: [
    ['tab', 'an open web page'],
    ['screenshot', 'a picture of the page'],
    ['cookie', 'state of a website'],
    ['form_field', 'an input of a page'],
  ],
  shopify: [
    ['product', 'an article that is sold'],
    ['order', 'what a customer has bought'],
    ['inventory_level', 'how much is in stock'],
    ['discount_code', 'a coupon'],
  ],
  zoom: [
    ['meeting', 'a video call'],
    ['recording', 'the video of a meeting'],
    ['webinar', 'a call with an audience'],
  ],
  hubspot: [
    ['contact', 'a person in the CRM'],
    ['deal', 'a possible sale'],
    ['company', 'an organization in the CRM'],
  ],
  sentry: [
    ['error_event', 'an exception of an application'],
    ['project', 'an application that reports errors'],
    ['alert_rule', 'when somebody is notified'],
  ],
  figma: [
    ['design', 'a file of frames and components'],
    ['component', 'a reusable element'],
    ['export', 'an image of a frame'],
  ],
  arxiv: [
    ['paper', 'a scientific preprint'],
    ['citation', 'a reference to a paper'],
  ],
};

const VERBS: readonly (readonly [verb: string, says: string, parameters: readonly string[]])[] = [
  ['create', 'Creates', ['title', 'body', 'fields']],
  ['get', 'Returns the details of', ['id']],
  ['list', 'Lists every', ['limit', 'cursor', 'order']],
  ['update', 'Changes fields of', ['id', 'fields']],
  ['delete', 'Removes', ['id']],
  ['search', 'Searches by text for', ['query', 'limit']],
];

/** The tools of the reference servers, as they list them. */
export function referenceTools(): readonly ToolEntry[] {
  return readFileSync(new URL('reference-tools.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { server, name, description, parameters }: Omit<ToolEntry, 'searchHint'> = JSON.parse(line);
      return {
        name: `mcp__${server ?? ''}__${name}`,
        server,
        searchHint: undefined,
        description,
        parameters,
      };
    });
}

/** Tools like those of public servers: each thing with each verb. */
export function madeTools(): readonly ToolEntry[] {
  return Object.entries(SERVERS).flatMap(([server, things]) =>
    things.flatMap(([thing, meaning]) =>
      VERBS.map(([verb, says, parameters]) => ({
        name: `mcp__${server}__${verb}_${thing}`,
        server,
        searchHint: undefined,
        description: `${says} ${thing.replaceAll('_', ' ')}: ${meaning}.`,
        parameters: [...parameters, `${thing}_id`],
      })),
    ),
  );
}

/**
 * So many tools: the reference servers', the made ones, and what is missing recombined of their words, so that they are
 * like the others and answer no query.
 */
export function toolCorpus(size: number): readonly ToolEntry[] {
  const tools = [...referenceTools(), ...madeTools()];
  const words = [
    ...new Set(tools.flatMap(({ description }) => description.toLowerCase().match(/[a-z]{4,}/g) ?? [])),
  ];
  let state = 42;
  const next = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % limit;
  };
  const word = (): string => words[next(words.length)] ?? 'word';
  for (let number = tools.length; number < size; number += 1) {
    const server = `vendor${Math.floor(number / 15)}`;
    const [verb] = VERBS[next(VERBS.length)] ?? ['get'];
    tools.push({
      name: `mcp__${server}__${verb}_${word()}_${word()}`,
      server,
      searchHint: undefined,
      description: `${Array.from({ length: 8 + next(12) }, word).join(' ')}.`,
      parameters: [word(), word(), word()],
    });
  }
  return tools.slice(0, size);
}
