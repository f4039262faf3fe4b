export interface SecretSources {
  /** All variables that the server could see, or that it was kept from seeing. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The variables of its own entry, with their values put in. */
  readonly own: Readonly<Record<string, string>>;
  /** Names of variables with credentials. */
  readonly credentials: ReadonlySet<string>;
}

const MARK = '[redacted]';
/** Shorter values are words that occur in any text. */
const MIN_LENGTH = 8;
/** Values of an entry that say nothing. */
const PLAIN = /^(?:.?|true|false|yes|no|on|off)$/is;
const SECRET_NAME = /TOKEN|KEY|SECRET|PASSW|CREDENTIAL|AUTH/i;

/** What is a secret wherever it comes from; the group before it stays. */
const FORMS: readonly RegExp[] = [
  /(\bBearer\s+)[\w.~+/=-]{8,}/gi,
  /(:\/\/[^\s/:@]*:)[^\s/]+(?=@)/g,
  // A token in the place of a user.
  /(:\/\/)[^\s/:@]{16,}(?=@)/g,
  /([?&][\w.-]*(?:token|key|secret|password|signature|sig|auth)=)[^&\s#"']+/gi,
  /(\b)(?:sk|pk|rk|ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|hf)[-_][\w-]{16,}/g,
];

/** Redacts secrets in server output before the user, a log or a model sees it. */
export function redactSecrets(text: string, { env, own, credentials }: SecretSources): string {
  const named = Object.entries(env)
    .filter(([name]) => credentials.has(name) || SECRET_NAME.test(name))
    .map(([, value]) => value ?? '')
    // A path says where something is.
    .filter((value) => value.length >= MIN_LENGTH && !value.startsWith('/'));
  // With and without the scheme of an Authorization header.
  const ofEntry = Object.values(own)
    .flatMap((value) => [value, value.replace(/^(?:Basic|Bearer|Token) +/i, '')])
    .filter((value) => !PLAIN.test(value));
  const values = [...named, ...ofEntry]
    // A longer one may hold a shorter one.
    .toSorted((a, b) => b.length - a.length);
  return redactForms(values.reduce(withoutValue, text));
}

/** Redacts passwords and keys in addresses, and what is a secret by its form. */
export function redactForms(text: string): string {
  return FORMS.reduce(
    (shown, form) => shown.replaceAll(form, (_, before: string) => `${before}${MARK}`),
    text,
  );
}

/** A short one only where it is a word: it may be a part of any other. */
function withoutValue(text: string, value: string): string {
  if (value.length >= MIN_LENGTH) return text.replaceAll(value, MARK);
  const literal = value.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return text.replaceAll(new RegExp(String.raw`(?<!\w)${literal}(?!\w)`, 'g'), MARK);
}
