import { createHash, createPublicKey, randomBytes, sign, X509Certificate, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { present } from '@sluice/base';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
} from '@peculiar/asn1-x509';

export interface Term {
  readonly from: Date;
  readonly until: Date;
}

/** The signer of a certificate. */
export interface Signer {
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
}

const COMMON_NAME = '2.5.4.3';
/** Limit of RFC 5280 for a common name. */
const MAX_COMMON_NAME = 64;

/** From RFC 8410, 5758 and 4055: the signature algorithm for a type of key, and whether it has a null parameter. */
const SIGNATURES = new Map([
  ['ec', { algorithm: '1.2.840.10045.4.3.2', digest: 'sha256', hasNull: false }],
  ['rsa', { algorithm: '1.2.840.113549.1.1.11', digest: 'sha256', hasNull: true }],
  ['ed25519', { algorithm: '1.3.101.112', digest: undefined, hasNull: false }],
]);

export function canSign(key: KeyObject): boolean {
  return SIGNATURES.has(key.asymmetricKeyType ?? '');
}

/** A self-signed CA certificate, for servers only. PEM. */
export function makeAuthorityCertificate(name: string, key: KeyObject, term: Term): string {
  const subject = nameOf(name);
  const own = publicKeyOf(key);
  return signed(key, subject, subject, own, term, [
    extension(id_ce_basicConstraints, true, new BasicConstraints({ cA: true, pathLenConstraint: 0 })),
    extension(id_ce_keyUsage, true, new KeyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign)),
    extension(id_ce_subjectKeyIdentifier, false, new SubjectKeyIdentifier(identifierOf(own))),
  ]);
}

/**
 * A server certificate. PEM.
 *
 * @param host a canonical name or address
 */
export function makeLeafCertificate(host: string, key: KeyObject, signer: Signer, term: Term): string {
  const issuer = AsnConvert.parse(signer.certificate.raw, Certificate).tbsCertificate;
  const own = publicKeyOf(key);
  const name = isIP(host) === 0 ? new GeneralName({ dNSName: host }) : new GeneralName({ iPAddress: host });
  return signed(signer.key, issuer.subject, nameOf(host.slice(0, MAX_COMMON_NAME)), own, term, [
    extension(id_ce_basicConstraints, true, new BasicConstraints({ cA: false })),
    extension(id_ce_keyUsage, true, new KeyUsage(KeyUsageFlags.digitalSignature)),
    extension(id_ce_extKeyUsage, false, new ExtendedKeyUsage([id_kp_serverAuth])),
    extension(id_ce_subjectAltName, false, new SubjectAlternativeName([name])),
    extension(id_ce_subjectKeyIdentifier, false, new SubjectKeyIdentifier(identifierOf(own))),
    extension(
      id_ce_authorityKeyIdentifier,
      false,
      new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(ownIdentifierOf(issuer)) }),
    ),
  ]);
}

function signed(
  key: KeyObject,
  issuer: Name,
  subject: Name,
  subjectPublicKeyInfo: SubjectPublicKeyInfo,
  { from, until }: Term,
  extensions: readonly Extension[],
): string {
  const kind = SIGNATURES.get(key.asymmetricKeyType ?? '');
  if (kind === undefined)
    throw new Error(`Keys of the type ${key.asymmetricKeyType} can't be used for signing.`);
  const { algorithm, digest, hasNull } = kind;
  const named = new AlgorithmIdentifier({
    algorithm,
    ...present({ parameters: hasNull ? null : undefined }),
  });
  const serial = randomBytes(16);
  // A positive number of fixed length.
  serial.writeUInt8((serial.readUInt8(0) & 0x7f) | 0x40, 0);
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: bufferOf(serial),
    signature: named,
    issuer,
    validity: new Validity({ notBefore: from, notAfter: until }),
    subject,
    subjectPublicKeyInfo,
    extensions: new Extensions([...extensions]),
  });
  const bytes = Buffer.from(AsnConvert.serialize(tbsCertificate));
  const certificate = new Certificate({
    tbsCertificate,
    signatureAlgorithm: named,
    signatureValue: bufferOf(sign(digest, bytes, key)),
  });
  return new X509Certificate(Buffer.from(AsnConvert.serialize(certificate))).toString();
}

function nameOf(commonName: string): Name {
  const attribute = new AttributeTypeAndValue({
    type: COMMON_NAME,
    value: new AttributeValue({ utf8String: commonName }),
  });
  return new Name([new RelativeDistinguishedName([attribute])]);
}

function extension(extnID: string, critical: boolean, value: unknown): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

function publicKeyOf(key: KeyObject): SubjectPublicKeyInfo {
  const bytes = createPublicKey(key).export({ type: 'spki', format: 'der' });
  return AsnConvert.parse(bytes, SubjectPublicKeyInfo);
}

/** By RFC 7093, any value that distinguishes keys will do. */
function identifierOf({ subjectPublicKey }: SubjectPublicKeyInfo): ArrayBuffer {
  return bufferOf(createHash('sha256').update(Buffer.from(subjectPublicKey)).digest().subarray(0, 20));
}

/** The identifier that the CA uses for itself; its form is free. */
function ownIdentifierOf({ extensions, subjectPublicKeyInfo }: TBSCertificate): ArrayBuffer {
  const named = extensions?.find(({ extnID }) => extnID === id_ce_subjectKeyIdentifier);
  return named === undefined
    ? identifierOf(subjectPublicKeyInfo)
    : AsnConvert.parse(named.extnValue, SubjectKeyIdentifier).buffer;
}

function bufferOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
