import type { Clock } from '#shared/clock';
import type { Boot } from '../../proxy/server/base/platform/boot';
import { silentLog } from '../../proxy/server/base/platform/log';
import { SealedFiles } from '../../proxy/server/base/store/sealed-files';
import { Scenes } from '../../proxy/server/commands/scenes/scenes';
import { Layouts } from '../../proxy/server/home/layouts/layouts';
import { TouchRules } from '../../proxy/server/home/touch/touch-rules';
import { TripTimes } from '../../proxy/server/home/trips/trip-times';
import { Messages } from '../../proxy/server/messages/messages';
import { Recorder } from '../../proxy/server/record/recorder';
import { removableMemoryFile } from './memory-file';
import { recordThread } from './recorded-house';

/** Files in memory. They are not read from a folder: `load` must not be called. */
const filesInMemory = <T>() =>
  new SealedFiles<T>({
    folder: '',
    key: Buffer.alloc(32),
    kind: 'memory',
    open: () => ({ file: removableMemoryFile<T>(), drop: () => undefined })
  });

/** Layouts whose files are in memory. */
export const layoutsInMemory = (clock: Clock) => new Layouts(filesInMemory(), clock);

/** Scenes whose files are in memory. */
export const scenesInMemory = () => new Scenes(filesInMemory());

/** Rules of touch whose files are in memory. */
export const touchInMemory = () => new TouchRules(filesInMemory());

/** Times of sensors whose files are in memory. */
export const tripsInMemory = (clock: Clock, boot: Boot) =>
  new TripTimes({ clock, boot, files: filesInMemory() });

/** A recorder whose choices are in memory, and whose records are in a folder. */
export const recorderInMemory = (folder: string, boot: Boot) =>
  new Recorder(filesInMemory(), { folder, boot, log: silentLog, openThread: recordThread });

/** What leaves the house, whose files are in memory. */
export const messagesInMemory = () => new Messages(filesInMemory());
