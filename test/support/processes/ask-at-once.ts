import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { openSqlite } from '../../../adapters/storage/database/sqlite/sqlite.ts';
import { createAdmissionRecords } from '../../../adapters/storage/records/reply/admission-records.ts';
import { admissionRequest } from '../values/admissions.ts';

/** A process that asks for the admission of many questions when it is told to, and prints the outcomes. */
const [path = '', name = '', channelId = ''] = process.argv.slice(2);
const records = createAdmissionRecords(openSqlite(path));
writeSync(1, 'ready\n');
await once(process.stdin, 'data');
for (let at = 0; at < 25; at += 1) {
  const asked = admissionRequest(`${name}${at}`, {
    channelId,
    now: new Date(),
    cooldown: { user_cooldown_seconds: 60, channel_cooldown_seconds: 1 },
  });
  const { outcome } = await records.admit(asked);
  writeSync(1, `${outcome}\n`);
}
process.exit(0);
