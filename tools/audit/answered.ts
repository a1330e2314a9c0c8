import type { Finding } from './finding';

/** What scanners find on purpose, by scanner and id, each with why it is so. Whatever is not here fails the audit. */
const ANSWERS: Readonly<Record<string, string>> = {
  'testssl cert_chain_of_trust':
    'The authority is the household’s own: browsers know it once its certificate was installed, scanners never do.',
  'testssl cert_revocation':
    'A local authority has nowhere to publish revocations. A leaf lives 397 days at most and lists private names alone.',
  'testssl DNS_CAArecord': 'The names are local: no public zone could hold such a record.',
  'testssl HSTS':
    'Not by default: a household that lost its authority would be locked out of its own panel. With --hsts it is said under public names of the owner’s.',
  'testssl BREACH':
    'What is compressed are built files without secrets, the same for everybody. Answers of the interface never are.',
  'csp script-src':
    'Only the files of the build are served there, by their exact names: no JSONP, no library of others, nothing that a user put there.',
  'observatory strict-transport-security':
    'As above; and it counts only where the certificate is publicly trusted.'
};

/** Why a finding is as it should be; undefined where nobody has an answer. */
export const answerTo = ({ scanner, id }: Finding): string | undefined => ANSWERS[`${scanner} ${id}`];
