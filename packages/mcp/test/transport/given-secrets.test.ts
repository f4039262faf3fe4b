import { expect, it } from 'vitest';
import { GivenSecrets } from '../../src/transport/given-secrets.ts';

const basic = `Basic ${Buffer.from('ada:open sesame').toString('base64')}`;
const secrets = new GivenSecrets({
  own: {
    'X-Api-Key': 'k-12345678',
    'X-Team': 'blue-team-1',
    Authorization: basic,
    PIN_SECRET: 'short',
    DATABASE_URL: 'postgres://ada:p%40ssword1@db/x',
    GIT_AUTHOR_NAME: 'Ada Lovelace',
    KEY: 'has "quotes" in it',
  },
  inherited: {
    GITHUB_TOKEN: 'ghx0123456789abcdef',
    PARTITION_KEY: 'customer_identifier',
    SSH_AUTH: 'agent-12',
  },
  addresses: ['https://example.com/mcp?api_key=0a1b2c3d4e&page=12345678', 'no address'],
});

it.each([
  ['key k-12345678, again k-12345678', 'key [redacted], again [redacted]'],
  [`authorization: ${basic}`, 'authorization: Basic [redacted]'],
  ['the password is "open sesame"', 'the password is "[redacted]"'],
  ['p%40ssword1 and p@ssword1', '[redacted] and [redacted]'],
  ['{"key":"has \\"quotes\\" in it"}', '{"key":"[redacted]"}'],
  ['https://example.com/mcp?api_key=0a1b2c3d4e', 'https://example.com/mcp?api_key=[redacted]'],
  ['GITHUB_TOKEN=ghx0123456789abcdef', 'GITHUB_TOKEN=[redacted]'],
  // What isn't said to be secret, or is a word, stays as it is.
  ['blue-team-1, Ada Lovelace, short, agent-12', 'blue-team-1, Ada Lovelace, short, agent-12'],
  ['customer_identifier, page 12345678', 'customer_identifier, page 12345678'],
])('%j is passed on as %j', (text, shown) => {
  expect(secrets.mask(text)).toBe(shown);
});

it('tokens are masked once they have been sent, without their scheme', () => {
  const given = new GivenSecrets({ own: {} });
  expect(given.mask('Bearer abcdefgh1')).toBe('Bearer abcdefgh1');
  given.addHeaders(new Headers({ authorization: 'Bearer abcdefgh1', accept: 'text/plain' }));
  expect(given.mask('Bearer abcdefgh1 text/plain')).toBe('Bearer [redacted] text/plain');
});

it('a result is masked wherever it has texts, but for the state that goes back to the server', () => {
  const result = {
    content: [{ type: 'text', text: 'x k-12345678' }],
    structuredContent: { headers: { 'x-api-key': 'k-12345678' }, ok: true },
    requestState: 'k-12345678',
  };
  expect(secrets.maskResult(result)).toEqual({
    content: [{ type: 'text', text: 'x [redacted]' }],
    structuredContent: { headers: { 'x-api-key': '[redacted]' }, ok: true },
    requestState: 'k-12345678',
  });
  const plain = { content: [{ type: 'text', text: 'nothing' }] };
  expect(secrets.maskResult(plain)).toBe(plain);
});

it('what a server offers is masked in its texts, and in names and values only if the secret looks random', () => {
  const listing = (word: string, random: string, cursor: string) => ({
    tools: [
      {
        name: `k-12345678/${random}`,
        description: `use ${word} or ${random}`,
        inputSchema: {
          type: 'object',
          properties: { key: { default: word, enum: ['k-12345678', random] } },
          required: ['k-12345678'],
        },
      },
    ],
    serverInfo: { name: 'k-12345678', version: word },
    instructions: word,
    nextCursor: cursor,
  });
  const given = listing('k-12345678', 'ghx0123456789abcdef', 'ghx0123456789abcdef');
  expect(secrets.maskListing(given)).toEqual(listing('[redacted]', '[redacted]', 'ghx0123456789abcdef'));
  const plain = { resources: [{ uri: 'note://x', name: 'x' }] };
  expect(secrets.maskListing(plain)).toBe(plain);
});
