const PROGRAMS = new Set(
  (
    'curl wget ssh scp sftp rsync nc ncat netcat telnet ftp ping dig nslookup host whois traceroute aria2c http https ' +
    'gh glab aws gcloud az kubectl helm'
  ).split(' '),
);

const GIT = new Set('clone fetch pull push ls-remote'.split(' '));

/** Whether a program is there to reach other machines; undefined: not known. */
export function reachesNetwork(words: readonly (string | undefined)[]): true | undefined {
  const [word = '', second = ''] = words;
  const name = word.slice(word.lastIndexOf('/') + 1);
  return PROGRAMS.has(name) || (name === 'git' && GIT.has(second)) || undefined;
}
