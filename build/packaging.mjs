/**
 * Writes the files of packaging/ that the program also has: the systemd units. Run `npx tsx build/packaging.mjs`
 * after a change of proxy/service/unit.ts.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BACKUP_TIMER_TEXT, backupUnitText, unitText } from '../proxy/service/unit';
import { root } from './steps.mjs';

const folder = join(root, 'packaging');
await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'mantel.service'), unitText('/usr/bin/node'));
await writeFile(join(folder, 'mantel-backup.service'), backupUnitText('/usr/bin/node'));
await writeFile(join(folder, 'mantel-backup.timer'), BACKUP_TIMER_TEXT);
