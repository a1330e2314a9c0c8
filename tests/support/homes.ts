import type { Behaviour, MisbehavingController } from './misbehaving-controller';
import { json, refusal, startMisbehaving } from './misbehaving-controller';

/** The MAC that a controller tells of itself, which is no secret: everybody may claim it. */
export const CLAIMED_MAC = '02:00:5e:10:00:01';

/** A box that is a controller, or plays one. */
export interface BoxPlan {
  /** An IPv4 of loopback. */
  readonly address: string;
  /** 0 for a free one. */
  readonly port?: number;
  /** What its devices are called, each with its number. */
  readonly devices?: string;
  /** The password that it asks for; any will do where there is none. */
  readonly password?: string;
  /** The token that it gives. */
  readonly token: string;
}

/** The devices of a home, which are told from those of another by their names. */
export const devicesOf = (name: string, count = 12) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: index + 1, name: `${name} ${index + 1}`, room_id: 1, type: 'DevDimmer' },
    ...{ interfaces: ['SwitchBinary'], params: { Status: false } }
  }));

/** Starts a box that claims the MAC of everybody's controller. */
export function startBox(plan: BoxPlan): Promise<MisbehavingController> {
  const { address, port = 0, devices = 'Lamp', password, token } = plan;
  const login: Behaviour = (response, seen) => {
    const [, basic = ''] = (seen.headers.authorization ?? '').split(' ');
    const [, given] = Buffer.from(basic, 'base64').toString().split(':');
    const isRight = password === undefined || given === password;
    const answer = isRight ? json({ token, refresh_token: `${token}-refresh` }) : refusal(401);
    answer(response, seen);
  };
  return startMisbehaving(
    {
      'POST /auth/login': login,
      'GET /info': json({ id: CLAIMED_MAC, mac: CLAIMED_MAC, name: 'Home' }),
      'GET /devices': json(devicesOf(devices)),
      'POST /devices/1/actions': json({})
    },
    port,
    address
  );
}
