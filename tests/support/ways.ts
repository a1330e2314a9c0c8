import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { PushSubscriptionBody } from '#shared/messages';
import { listening } from './listening';

/** A request as it came. */
export interface Received {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What a server does with a request: answers with a status, closes the connection, says nothing, or never ends its answer. */
export type Behaviour = number | 'close' | 'hang' | 'endless';

/**
 * A push service (`/push/…`), a server of ntfy (`/ntfy/…`), a webhook and whatever else has a path, on loopback until the test ends.
 */
export async function startWays() {
  const received: Received[] = [];
  const behaviours = new Map<string, Behaviour>();
  const behaviourAt = (path: string) => [...behaviours].find(([start]) => path.startsWith(start))?.[1] ?? 201;
  const server = createServer((request, reply) => {
    const { url: path = '', method = '', headers } = request;
    const receive = (body: Buffer) => {
      received.push({ path, method, headers, body });
      act(behaviourAt(path), reply);
    };
    buffer(request).then(receive, () => undefined);
  });
  const url = `http://127.0.0.1:${await listening(server)}`;
  return {
    url,
    received,
    /** What came to paths that begin like this. */
    at: (start: string) => received.filter(({ path }) => path.startsWith(start)),
    /** Says what happens from now on at paths that begin like this, by default 201 everywhere. The newest wins. */
    behave(behaviour: Behaviour, start = '/') {
      const others = [...behaviours].filter(([path]) => path !== start);
      behaviours.clear();
      for (const [path, each] of [[start, behaviour] as const, ...others]) behaviours.set(path, each);
    }
  };
}

function act(behaviour: Behaviour, reply: ServerResponse) {
  if (behaviour === 'hang') return;
  if (behaviour === 'close') {
    reply.destroy();
    return;
  }
  const status = behaviour === 'endless' ? 200 : behaviour;
  reply.writeHead(status, status < 400 && status >= 300 ? { location: '/moved' } : {});
  if (behaviour !== 'endless') {
    reply.end();
    return;
  }
  const fill = () => {
    while (!reply.destroyed && reply.write(Buffer.alloc(4_096))) continue;
  };
  reply.on('drain', fill);
  fill();
}

/** The browser of a phone: it subscribes, and decrypts what it gets (RFC 8291) by code of its own. */
export class VirtualPhone {
  readonly #keys = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor() {
    this.#keys.generateKeys();
  }

  /** Its subscription at a push service. */
  subscription(endpoint: string): Pick<PushSubscriptionBody, 'endpoint' | 'keys'> {
    const p256dh = this.#keys.getPublicKey('base64url');
    return { endpoint, keys: { p256dh, auth: this.#auth.toString('base64url') } };
  }

  /** The JSON of a message. Throws if it is for another phone. */
  read({ body }: Pick<Received, 'body'>): { web_push: number; notification: Record<string, unknown> } {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + body.readUInt8(20));
    const sealed = body.subarray(21 + sender.length);
    const derive = (key: Uint8Array, from: Uint8Array, info: string | Buffer, length: number) =>
      Buffer.from(hkdfSync('sha256', key, from, info, length));
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), sender]);
    const key = derive(this.#keys.computeSecret(sender), this.#auth, info, 32);
    const decipher = createDecipheriv(
      'aes-128-gcm',
      derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
      derive(key, salt, 'Content-Encoding: nonce\0', 12)
    ).setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  }
}

/** The claims of a VAPID header (RFC 8292), and the key that signed them. Throws if the signature is wrong. */
export function vapidClaims({ headers }: Pick<Received, 'headers'>) {
  const { token = '', key = '' } =
    /^vapid t=(?<token>[^,]+), k=(?<key>.+)$/.exec(headers.authorization ?? '')?.groups ?? {};
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x = '', y = ''] = [point.subarray(1, 33), point.subarray(33)].map((each) =>
    each.toString('base64url')
  );
  const jwk = { kty: 'EC', crv: 'P-256', x, y };
  const publicKey = createPublicKey({ format: 'jwk', key: jwk });
  const signed = Buffer.from(`${head}.${claims}`);
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', signed, options, Buffer.from(signature, 'base64url')))
    throw new Error('Wrong signature.');
  return { key, ...JSON.parse(Buffer.from(claims, 'base64url').toString()) };
}
