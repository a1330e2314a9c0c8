import type { Clock } from '#shared/clock';
import { Layouts } from '../../proxy/layouts/layouts';
import type { StoredLayout } from '../../proxy/layouts/stored-layouts';
import { Scenes } from '../../proxy/scenes/scenes';
import type { StoredScenes } from '../../proxy/scenes/stored-scenes';
import type { StoredTouch } from '../../proxy/touch/stored-touch';
import { TouchRules } from '../../proxy/touch/touch-rules';
import { memoryFile } from '../../proxy/store/sealed-file';
import { SealedFiles } from '../../proxy/store/sealed-files';

/** Layouts whose files are in memory. They are not read from a folder: `load` must not be called. */
export function layoutsInMemory(clock: Clock): Layouts {
  const place = { folder: '', key: Buffer.alloc(32), kind: 'layout' };
  const files = new SealedFiles<StoredLayout>({
    ...place,
    open: () => memoryFile<StoredLayout | null>(null)
  });
  return new Layouts({ files, clock });
}

/** Scenes whose files are in memory. */
export function scenesInMemory(): Scenes {
  const place = { folder: '', key: Buffer.alloc(32), kind: 'scenes' };
  return new Scenes(
    new SealedFiles<StoredScenes>({ ...place, open: () => memoryFile<StoredScenes | null>(null) })
  );
}

/** Rules of touch whose files are in memory. */
export function touchInMemory(): TouchRules {
  const place = { folder: '', key: Buffer.alloc(32), kind: 'touch' };
  return new TouchRules(
    new SealedFiles<StoredTouch>({ ...place, open: () => memoryFile<StoredTouch | null>(null) })
  );
}
