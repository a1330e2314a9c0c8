import {
  json,
  refusal,
  type Behaviour,
  type MisbehavingController
} from '../../tools/support/misbehaving-controller';
import { misbehavingForTest } from './controllers';

/** The MAC that a controller reports. It is public, so anybody can claim it. */
export const CLAIMED_MAC = '02:00:5e:10:00:01';

/** A machine that is a controller, or imitates one. */
export interface BoxPlan {
  /** A loopback IPv4 address. */
  readonly address: string;
  /** A free one by default. */
  readonly port?: number;
  /** The name of its devices, followed by their number. */
  readonly devices?: string;
  /** The password that it requires; without one it accepts any. */
  readonly password?: string;
  /** The token that it issues. */
  readonly token: string;
}

/** Devices of a home that differ from those of another by their names. */
export const devicesOf = (name: string, count = 12) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `${name} ${index + 1}`,
    room_id: 1,
    type: 'DevDimmer',
    interfaces: ['SwitchBinary'],
    params: { Status: false }
  }));

/** Starts a controller for one test that claims the same MAC as the others. */
export function boxFor(plan: BoxPlan): Promise<MisbehavingController> {
  const { address, port, devices = 'Lamp', password, token } = plan;
  const login: Behaviour = (response, seen) => {
    const [, basic = ''] = (seen.headers.authorization ?? '').split(' ');
    const [, given] = Buffer.from(basic, 'base64').toString().split(':');
    const isRight = password === undefined || given === password;
    const answer = isRight ? json({ token, refresh_token: `${token}-refresh` }) : refusal(401);
    answer(response, seen);
  };
  return misbehavingForTest(
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
