import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createSecureContext, createServer } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { connectSecurely } from '../../../../src/sandbox/network/tls/connect-securely.ts';
import {
  makeAuthorityCertificate,
  makeLeafCertificate,
} from '../../../../src/sandbox/network/tls/make-certificate.ts';

const DAY_MS = 86_400_000;

it('says of a certificate that no one vouches for what would help any program, and not one of Node', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const term = { from: new Date(Date.now() - DAY_MS), until: new Date(Date.now() + DAY_MS) };
  const authority = new X509Certificate(makeAuthorityCertificate('nobody', privateKey, term));
  const signer = { certificate: authority, key: privateKey };
  const cert = makeLeafCertificate('a.example', privateKey, signer, term);
  const server = createServer({ key: privateKey.export({ type: 'pkcs8', format: 'pem' }), cert });
  server.on('tlsClientError', () => {});
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const connection = connect(port, '127.0.0.1');
  await once(connection, 'connect');
  const secured = await connectSecurely(connection, 'a.example', {
    context: createSecureContext({}),
    limitMs: 10_000,
  });
  expect(secured).toMatchObject({
    status: 'not-verified',
    reason: expect.stringMatching(/NODE_EXTRA_CA_CERTS/),
  });
  expect(secured).not.toMatchObject({ reason: expect.stringMatching(/use-system-ca|Node\.js/) });
});
