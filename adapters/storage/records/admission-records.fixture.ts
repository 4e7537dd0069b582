import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { openDatabase } from '../sqlite/open-database.ts';
import { createAdmissionRecords } from './admission-records.ts';

/** A process of its own that asks for many questions at once, when it is told to, and says which were admitted. */
const [path = '', name = '', channelId = ''] = process.argv.slice(2);
const records = createAdmissionRecords(openDatabase(path));
const none = { calls: null, tokens: null };
writeSync(1, 'ready\n');
await once(process.stdin, 'data');
for (let at = 0; at < 25; at += 1) {
  const { outcome } = await records.admit({
    messageId: `${name}${at}`,
    guildId: 'guild',
    channelId,
    userId: `${name}${at}`,
    now: new Date(),
    budget: { day: '2026-02-01', perUser: none, perGuild: none },
    refused: null,
    notBefore: null,
    cooldown: { userSeconds: 60, channelSeconds: 1 },
  });
  writeSync(1, `${outcome}\n`);
}
process.exit(0);
