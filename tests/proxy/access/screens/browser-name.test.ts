import { expect, test } from 'vitest';
import { browserName } from '../../../../proxy/access/screens/screen';

const PREFIX = 'Mozilla/5.0 ';

test.each([
  [
    '(Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome · Android'
  ],
  [
    '(Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet · Android'
  ],
  [
    '(iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari · iPhone'
  ],
  [
    '(iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome · iPhone'
  ],
  [
    '(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge · Windows'
  ],
  ['(X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Linux'],
  [
    '(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari · Mac'
  ]
])('%s is named', (userAgent, name) => {
  expect(browserName(PREFIX + userAgent)).toBe(name);
});

test('another program has no browser, and nothing of its header is taken over', () => {
  expect(browserName(undefined)).toBeUndefined();
  expect(browserName('curl/8.5.0')).toBeUndefined();
  expect(browserName('<b>evil</b> (Linux)')).toBe('Linux');
});
