import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { openSqlite } from '../../../adapters/storage/database/sqlite/sqlite.ts';
import { createAdmissionRecords } from '../../../adapters/storage/records/reply/admission-records.ts';

/** A process that asks for the admission of many questions when it is told to, and prints the outcomes. */
const [path = '', name = '', channelId = ''] = process.argv.slice(2);
const records = createAdmissionRecords(openSqlite(path));
const none = { calls_per_day: null, tokens_per_day: null };
writeSync(1, 'ready\n');
await once(process.stdin, 'data');
for (let at = 0; at < 25; at += 1) {
  const { outcome } = await records.admit({
    messageId: `${name}${at}`,
    guildId: 'guild',
    channelId,
    userId: `${name}${at}`,
    now: new Date(),
    budget: { day: '2026-02-01', per_user: none, per_guild: none },
    direct: null,
    refused: null,
    notBefore: null,
    cooldown: { user_cooldown_seconds: 60, channel_cooldown_seconds: 1 },
  });
  writeSync(1, `${outcome}\n`);
}
process.exit(0);
