import { expect, test } from 'vitest';
import { browserName } from '../../../../../proxy/server/household/screens/screen';

const ANDROID = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0)';

test.each([
  [`${ANDROID} Chrome/140.0.0.0 Mobile Safari/537.36`, 'Chrome · Android'],
  [`${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Samsung Internet · Android'],
  [`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari · iPhone'],
  [`${IPHONE} CriOS/140.0 Mobile/15E148 Safari/604.1`, 'Chrome · iPhone'],
  [`${WINDOWS} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, 'Edge · Windows'],
  [`${LINUX} Gecko/20100101 Firefox/140.0`, 'Firefox · Linux'],
  [`${MAC} Version/18.0 Safari/605.1.15`, 'Safari · Mac']
])('%s is named', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});

test('another program has no browser, and nothing of its header is taken over', () => {
  expect(browserName(undefined)).toBeUndefined();
  expect(browserName('curl/8.5.0')).toBeUndefined();
  expect(browserName('<b>evil</b> (Linux)')).toBe('Linux');
});
