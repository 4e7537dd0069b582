import type { DatabaseSync } from 'node:sqlite';
import type { Interaction, InteractionStatus } from '../../../domain/interaction.ts';
import { PortError } from '../../../domain/ports/errors.ts';
import type { InteractionRecords } from '../../../domain/ports/records.ts';
import { transaction } from '../sqlite/transaction.ts';

export function createInteractionRecords(db: DatabaseSync): InteractionRecords {
  return {
    async interaction(messageId) {
      return findInteraction(db, messageId);
    },

    async insertInteraction(interaction) {
      return transaction(db, () => {
        const existing = findInteraction(db, interaction.messageId);
        if (existing) return existing;
        insert(db, interaction);
        return interaction;
      });
    },

    async setStatus(messageId, { status, reason, now }) {
      transaction(db, () => {
        assertInteraction(db, messageId);
        db.prepare(
          `UPDATE interactions SET status = ?, reason = ?, changed_at = ?
           WHERE message_id = ? AND status NOT IN ('answered', 'failed')`,
        ).run(status, reason, now.toISOString(), messageId);
      });
    },

    async reviseHeld(messageId, { post, answer }) {
      transaction(db, () => {
        const row = findInteraction(db, messageId);
        if (row?.status !== 'held') return;
        const body = JSON.stringify({ ...row, post, answer });
        db.prepare('UPDATE interactions SET body = ? WHERE message_id = ?').run(body, messageId);
      });
    },

    async rememberThread(messageId, threadId) {
      transaction(db, () => {
        assertInteraction(db, messageId);
        db.prepare('UPDATE interactions SET posted_thread_id = ? WHERE message_id = ?').run(
          threadId,
          messageId,
        );
      });
    },

    async rememberPart(messageId, part, postedMessageId) {
      transaction(db, () => {
        assertInteraction(db, messageId);
        rememberPart(db, messageId, part, postedMessageId);
      });
    },

    async interactionOfPost(postedMessageId) {
      const row = db
        .prepare('SELECT message_id FROM posted_parts WHERE posted_message_id = ?')
        .get(postedMessageId);
      return row ? findInteraction(db, String(row['message_id'])) : null;
    },

    async recentInteractions(limit) {
      const rows = db
        .prepare('SELECT message_id FROM interactions ORDER BY created_at DESC, rowid DESC LIMIT ?')
        .all(limit);
      return rows.flatMap((row) => findInteraction(db, String(row['message_id'])) ?? []);
    },
  };
}

export function findInteraction(db: DatabaseSync, messageId: string): Interaction | null {
  const row = db
    .prepare('SELECT body, status, reason, posted_thread_id FROM interactions WHERE message_id = ?')
    .get(messageId);
  if (!row) return null;
  const parts = db
    .prepare('SELECT posted_message_id FROM posted_parts WHERE message_id = ? ORDER BY part')
    .all(messageId);
  return {
    ...(JSON.parse(String(row['body'])) as Interaction),
    status: row['status'] as InteractionStatus,
    reason: String(row['reason']),
    postedThreadId: row['posted_thread_id'] === null ? null : String(row['posted_thread_id']),
    postedMessageIds: parts.map((part) => String(part['posted_message_id'])),
  };
}

function insert(db: DatabaseSync, interaction: Interaction): void {
  const { messageId, status, reason, postedThreadId, createdAt, postedMessageIds } = interaction;
  db.prepare(
    `INSERT INTO interactions (message_id, status, reason, posted_thread_id, created_at, changed_at, body)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(messageId, status, reason, postedThreadId, createdAt, createdAt, JSON.stringify(interaction));
  for (const [part, id] of postedMessageIds.entries()) rememberPart(db, messageId, part, id);
}

/** The first message remembered for a part stays: it is the one that members saw. */
function rememberPart(db: DatabaseSync, messageId: string, part: number, postedMessageId: string): void {
  db.prepare('INSERT OR IGNORE INTO posted_parts (message_id, part, posted_message_id) VALUES (?, ?, ?)').run(
    messageId,
    part,
    postedMessageId,
  );
}

export function assertInteraction(db: DatabaseSync, messageId: string): void {
  if (db.prepare('SELECT 1 FROM interactions WHERE message_id = ?').get(messageId)) return;
  throw new PortError({
    kind: 'final',
    code: 'interaction_unknown',
    message: `No interaction is recorded for message ${messageId}.`,
  });
}
