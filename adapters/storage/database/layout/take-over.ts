import type { DatabaseSync } from 'node:sqlite';
import { tableNames } from '../tables.ts';

/** Expressions for columns that older layouts lack. */
const derived: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  messages: { author_id: "json_extract(body, '$.author.id')" },
  interactions: {
    author_id: "coalesce(json_extract(body, '$.authorId'), '')",
    asked_thread_id: "json_extract(body, '$.threadId')",
  },
  recall_answers: { length: '0' },
  admissions: { is_direct: '0' },
};

/**
 * Every row of a SQLite file from before the first layout moves into the tables of this one, whatever its own columns were; what
 * statements looked for inside bodies gets columns. Texts, archive and library are taken in from their files when the store is
 * opened.
 */
export function takeOver(db: DatabaseSync, everything: readonly string[]): void {
  const namesOf = (kind: string) => {
    const found = db.prepare('SELECT name FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL').all(kind);
    return new Set(found.map((row) => String(row['name'])));
  };
  const columnsOf = (table: string) => {
    const found = db.prepare('SELECT name FROM pragma_table_info(?)').all(table);
    return new Set(found.map((row) => String(row['name'])));
  };
  const had = namesOf('table');
  const kept = tableNames.filter((name) => had.has(name));
  for (const index of namesOf('index')) db.exec(`DROP INDEX ${index}`);
  for (const name of kept) db.exec(`ALTER TABLE ${name} RENAME TO former_${name}`);
  db.exec(everything.join(';'));
  for (const name of kept) {
    const former = columnsOf(`former_${name}`);
    const values = [...columnsOf(name)].flatMap((column) => {
      const value = former.has(column) ? column : derived[name]?.[column];
      return value === undefined ? [] : [[column, value] as const];
    });
    const [columns, selected] = [0, 1].map((at) => values.map((pair) => pair[at]).join(', '));
    db.exec(`INSERT INTO ${name} (${columns}) SELECT ${selected} FROM former_${name}`);
  }
  db.exec(renamedLocation + corrections);
  if (had.has('recall_questions')) db.exec(recallTerms);
  const dropped = [...kept.map((name) => `former_${name}`).toReversed(), ...unused];
  for (const name of dropped) db.exec(`DROP TABLE IF EXISTS ${name}`);
}

/** Renames a field of messages, of which now versions are kept. Quotes in people's words are escaped, so these stay. */
const renamedLocation = `
  UPDATE messages SET body = '[' || replace(body, '"place":{', '"location":{') || ']' WHERE body IS NOT NULL;
  UPDATE snapshots SET body = replace(body, '"place":{', '"location":{');
`;

const corrections = `
  INSERT OR IGNORE INTO corrections (source_id, qa_id)
    SELECT json_each.value, qa_id FROM pair_origins, json_each(pair_origins.corrected_source_ids);
`;

/** A full-text table held the terms of each question, separated by blanks. */
const recallTerms = `
  INSERT INTO recall_terms (answer_id, term, occurrences)
    SELECT recall_questions.rowid, json_each.value, count(*)
    FROM recall_questions, json_each('[' || replace(json_quote(terms), ' ', '","') || ']')
    WHERE json_each.value <> '' GROUP BY 1, 2;
  UPDATE recall_answers SET length =
    (SELECT coalesce(sum(occurrences), 0) FROM recall_terms WHERE answer_id = recall_answers.id);
`;

const unused = ['recall_questions', 'published_index', 'profile_drafts'];
