import type { DatabaseSync } from 'node:sqlite';
import type { ProfileDrafts } from '../../../domain/ports/records.ts';
import type { ProfileDraft } from '../../../domain/reply/profile.ts';

export const createProfileDrafts = (db: DatabaseSync): ProfileDrafts => ({
  async profileDraft(userId) {
    const row = db.prepare('SELECT body FROM profile_drafts WHERE user_id = ?').get(userId);
    return row ? (JSON.parse(String(row['body'])) as ProfileDraft) : null;
  },

  async setProfileDraft(userId, draft, now) {
    if (draft === null) db.prepare('DELETE FROM profile_drafts WHERE user_id = ?').run(userId);
    else
      db.prepare(
        `INSERT INTO profile_drafts (user_id, body, set_at) VALUES (?, ?, ?)
         ON CONFLICT (user_id) DO UPDATE SET body = excluded.body, set_at = excluded.set_at`,
      ).run(userId, JSON.stringify(draft), now.toISOString());
  },
});
