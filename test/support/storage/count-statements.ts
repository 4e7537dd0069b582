import { commits, statements } from '../../../adapters/storage/database/section.ts';

/** Counts what every store of this process runs, until `stop`. A commit that changed nothing is none. */
export function countStatements(): {
  readonly stop: () => { readonly commits: number; readonly statements: readonly string[] };
} {
  let committed = 0;
  const ran: string[] = [];
  const onCommit = () => {
    committed += 1;
  };
  const onStatement = (sql: unknown) => void ran.push(String(sql));
  commits.subscribe(onCommit);
  statements.subscribe(onStatement);
  return {
    stop: () => {
      commits.unsubscribe(onCommit);
      statements.unsubscribe(onStatement);
      return { commits: committed, statements: ran };
    },
  };
}
