/** A version as numbers, and whether it is a release. Build metadata does not count (semver.org, 10 and 11). */
function partsOf(version: string) {
  const [core = '', ...pre] = (version.split('+')[0] ?? '').split('-');
  return { numbers: core.split('.').map(Number), isRelease: pre.length === 0, pre: pre.join('-') };
}

/** Whether a version is older than another one. Pre-releases of one version are compared as texts. */
export function isOlder(version: string, than: string): boolean {
  const one = partsOf(version);
  const other = partsOf(than);
  for (const index of [0, 1, 2]) {
    const difference = (one.numbers[index] ?? 0) - (other.numbers[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  if (one.isRelease || other.isRelease) return !one.isRelease && other.isRelease;
  return one.pre < other.pre;
}
