import type { Finding, Scan } from './finding';
import { runProgram } from './run-program';

/** Lines of sslscan that report old or weak protocols and ciphers. */
const BAD = [
  /^(SSLv[23]|TLSv1\.[01])\s+enabled/,
  /\bvulnerable to heartbleed/,
  /^(Insecure|.*\b(RC4|3DES|DES-CBC|NULL|EXP|MD5)\b)/
];
const FINE = /\bnot vulnerable\b/;

/** Findings of sslscan about a TLS port: protocols and ciphers. */
export async function scanBySslscan(authority: string): Promise<Scan> {
  const ran = await runProgram('sslscan', ['--no-colour', authority]);
  if (ran === null) return { skipped: 'sslscan is not installed (apt-get install sslscan)' };
  const lines = ran.stdout.split('\n').map((line) => line.trim());
  const bad = lines.filter((line) => !FINE.test(line) && BAD.some((pattern) => pattern.test(line)));
  const findings = bad.map((text): Finding => ({ scanner: 'sslscan', id: 'weak', severity: 'high', text }));
  const hasModern = lines.some((line) => /^TLSv1\.3\s+enabled/.test(line));
  return hasModern
    ? { findings: [...findings, { scanner: 'sslscan', id: 'protocols', severity: 'info', text: 'TLS 1.3' }] }
    : {
        findings: [...findings, { scanner: 'sslscan', id: 'protocols', severity: 'high', text: 'no TLS 1.3' }]
      };
}
