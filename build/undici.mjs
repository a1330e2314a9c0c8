/** Stands for undici in the built program: what the proxy uses. The index loads `fetch`, mocks and caches too, a seventh of the program. */
import api from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';

Object.assign(Dispatcher.prototype, api);

export { buildConnector, Pool };
