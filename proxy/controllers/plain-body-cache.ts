/** Maximum number of resources. With bodies of at most 64 KiB, that is at most 2 MiB. */
const MAX_RESOURCES = 32;

/**
 * Cache of the last plain body of each resource: valid JSON of a success that reports no failure. The same bytes are not checked again,
 * since resources are read much more often than they change. A resource is a path without its query, which differs for each poll.
 */
export class PlainBodyCache {
  readonly #maxLength: number;
  readonly #byResource = new Map<string, Buffer>();

  /** @param maxLength of a body that is remembered, in bytes */
  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /** Whether the last plain body of a path's resource was the same. */
  has(path: string, body: Buffer): boolean {
    return this.#byResource.get(resourceOf(path))?.equals(body) === true;
  }

  /** Remembers a plain body in place of the resource's last one. */
  add(path: string, body: Buffer) {
    const resource = resourceOf(path);
    this.#byResource.delete(resource);
    if (body.length > this.#maxLength) return;
    // A copy, since the body of a short answer is a slice of all that its connection received at once.
    this.#byResource.set(resource, Buffer.from(body));
    const [oldest] = this.#byResource.keys();
    if (this.#byResource.size > MAX_RESOURCES && oldest !== undefined) this.#byResource.delete(oldest);
  }
}

function resourceOf(path: string): string {
  const end = path.indexOf('?');
  return end === -1 ? path : path.slice(0, end);
}
