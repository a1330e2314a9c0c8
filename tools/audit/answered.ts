/** Accepted findings of scanners, by scanner and id, each with its reason. Other findings fail the audit. */
const ACCEPTED: Readonly<Record<string, string>> = {
  'testssl cert_chain_of_trust':
    'The CA is the household’s own: browsers trust it once its certificate is installed, scanners never do.',
  'testssl cert_revocation':
    'A local CA has nowhere to publish revocations. A leaf certificate is valid for 397 days at most and lists private names only.',
  'testssl DNS_CAArecord': 'The names are local, so no public zone can hold such a record.',
  'testssl HSTS':
    'Off by default: a household that loses its CA would be locked out of its own panel. --hsts sends it for the public names of the user’s certificate.',
  'testssl BREACH':
    'Only built files are compressed. They hold no secrets and are the same for everybody. API responses are not compressed.',
  'csp script-src':
    'Only files of the build are served, by their exact names: no JSONP, no third-party libraries, no uploads.'
};

/** The reason why a finding of a scanner is accepted; undefined if it is not. */
export const reasonFor = (scanner: string, id: string): string | undefined => ACCEPTED[`${scanner} ${id}`];
