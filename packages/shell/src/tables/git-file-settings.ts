/** Settings whose value names a file that git reads, as git-config(1) lists them, in lower case; `*` stands for the part between. */
const KEYS = (
  'core.excludesfile core.attributesfile blame.ignorerevsfile commit.template mailmap.file diff.orderfile ' +
  'format.signaturefile gpg.ssh.allowedsignersfile gpg.ssh.revocationfile fsck.skiplist fetch.fsck.skiplist ' +
  'receive.fsck.skiplist http.cookiefile http.sslcert http.sslkey http.sslcainfo http.sslcapath http.proxysslcert ' +
  'http.proxysslkey http.proxysslcainfo http.*.cookiefile http.*.sslcert http.*.sslkey http.*.sslcainfo ' +
  'http.*.sslcapath http.*.proxysslcert http.*.proxysslkey http.*.proxysslcainfo sendemail.aliasesfile ' +
  'sendemail.mailmapfile sendemail.smtpsslcertpath sendemail.smtpsslclientcert sendemail.smtpsslclientkey ' +
  'sendemail.*.aliasesfile sendemail.*.smtpsslcertpath sendemail.*.smtpsslclientcert sendemail.*.smtpsslclientkey ' +
  'include.path includeif.*.path'
).split(' ');

const EXACT = new Set(KEYS.filter((key) => !key.includes('*')));

const OPEN = KEYS.filter((key) => key.includes('*')).map((key) => key.split('*'));

/** Whether git reads the file that the value of this setting names. Sections and names are in any case. */
export function namesFile(key: string): boolean {
  const lower = key.toLowerCase();
  return (
    EXACT.has(lower) || OPEN.some(([start = '', end = '']) => lower.startsWith(start) && lower.endsWith(end))
  );
}
