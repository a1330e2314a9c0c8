/** The values of an `Accept-…` header in lower case, the best first, without those that are refused by a weight of 0 (RFC 9110 12.4.2). */
export const acceptedIn = (header = ''): readonly string[] =>
  header
    .toLowerCase()
    .split(',')
    .map((entry) => {
      const [value = '', weight = ''] = entry.split(';');
      return { value: value.trim(), weight: Number(/^\s*q=([\d.]+)$/.exec(weight)?.[1] ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ value }) => value);
