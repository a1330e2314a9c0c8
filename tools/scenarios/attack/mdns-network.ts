import { atMost, reported } from '../../support/figures';
import { askMdns, floodMdns } from '../../support/mdns-stranger';
import { withSetup } from './setup';

/** The attempt on mDNS, within its network: see `mdns.ts`. Prints its findings as one line of JSON. */
const MACHINE = '192.168.77.1';
const STRANGER = '192.168.77.2';
const NEIGHBOUR = '192.168.77.3';
const NAME = 'mantel';
const LASTS_MS = 15_000;
/** What a client of plain DNS may be answered in a second: see `mdns-responder.ts`. */
const MAX_ANSWERS = 4.5;

const options = ['--host', 'all', '--name', NAME, 'MANTEL_MDNS=1'];
const findings = await withSetup({ options }, (setup) =>
  setup.measureMemory(() =>
    setup.measureWaits(async () => {
      const sending = { name: `${NAME}.local`, ms: LASTS_MS };
      const [{ sent, answers }, { asked, answered }] = await Promise.all([
        floodMdns({ ...sending, from: STRANGER }, MACHINE),
        askMdns({ ...sending, from: NEIGHBOUR })
      ]);
      return [
        reported('Messages of the stranger', sent),
        atMost(
          MAX_ANSWERS,
          'Answers in a second to where it says that it is',
          answers / (LASTS_MS / 1_000),
          ''
        ),
        {
          of: 'Questions of a neighbour that were answered',
          found: (answered / asked) * 100,
          least: 90,
          unit: '%'
        }
      ];
    })
  )
);
process.stdout.write(JSON.stringify(findings));
