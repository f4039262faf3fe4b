import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate for `localhost`, 127.0.0.1 and `model.test` that is its own authority, valid for a day. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = sequence(identifier([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]));
  const name = sequence(
    node(0x31, sequence(identifier([0x55, 0x04, 0x03]), node(0x0c, Buffer.from('test')))),
  );
  const names = sequence(
    node(0x82, Buffer.from('localhost')),
    node(0x82, Buffer.from('model.test')),
    node(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const authority = sequence(node(0x01, Buffer.from([0xff])));
  const extensions = node(
    0xa3,
    sequence(
      sequence(identifier([0x55, 0x1d, 0x11]), node(0x04, names)),
      sequence(identifier([0x55, 0x1d, 0x13]), node(0x01, Buffer.from([0xff])), node(0x04, authority)),
    ),
  );
  const now = Date.now();
  const body = sequence(
    node(0xa0, node(0x02, Buffer.from([2]))),
    node(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(time(now - 3_600_000), time(now + 86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, algorithm, node(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

function node(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 128
      ? [tag, length]
      : length < 256
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return node(0x30, ...parts);
}

function identifier(bytes: readonly number[]): Buffer {
  return node(0x06, Buffer.from(bytes));
}

function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14);
  return node(0x17, Buffer.from(`${digits}Z`));
}
