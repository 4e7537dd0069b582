import { statements, writes } from '../../../adapters/storage/database/database.ts';

/** Counts the statements and commits of all stores in this process until `stop`. */
export function countStatements(): {
  readonly stop: () => { readonly commits: number; readonly statements: readonly string[] };
} {
  let committed = 0;
  const ran: string[] = [];
  const onCommit = () => {
    committed += 1;
  };
  const onStatement = (sql: unknown) => void ran.push(String(sql));
  writes.subscribe(onCommit);
  statements.subscribe(onStatement);
  return {
    stop: () => {
      writes.unsubscribe(onCommit);
      statements.unsubscribe(onStatement);
      return { commits: committed, statements: ran };
    },
  };
}
