import { type PortError, mistake } from '../../../../domain/ports/errors.ts';
import { layout } from '../tables.ts';
import { statementsOf } from './table.ts';

/** Version 1 of the layout: the described tables. */
export const layoutVersion = 1;

/** The statements that a new store lacks. */
export const layoutStatements = (): readonly string[] =>
  Object.entries(layout).flatMap(([name, table]) => statementsOf(name, table));

export const layoutOfNewer = (place: string, version: number): PortError =>
  mistake(
    'storage_newer',
    `${place} was written by a newer Steward (its layout is ${version}, this one knows ${layoutVersion}). ` +
      'Start the newer Steward, or restore the backup from before the upgrade.',
  );
