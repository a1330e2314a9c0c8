/** What the link loads with one import. */
export { Connection } from './connection';
export { takeMessage } from './live-messages';
