import type { SettingRecords } from '../../../../domain/ports/records.ts';
import type { Database } from '../../database/database.ts';
import { insert, list } from '../../database/rows.ts';

const columns = ['path', 'value', 'changedBy', 'changedAt'] as const;

export const createSettingRecords = (database: Database): SettingRecords => ({
  settingChanges: () =>
    database.read(async (trx) =>
      (await list(trx, 'setting_changes', {}, columns, ['id'])).map(({ path, value, ...change }) => ({
        ...change,
        path: JSON.parse(path) as readonly string[],
        value: JSON.parse(value) as unknown,
      })),
    ),

  changeSetting: ({ path, value, ...change }) =>
    database.write((trx) =>
      insert(trx, 'setting_changes', [
        { ...change, path: JSON.stringify(path), value: JSON.stringify(value) },
      ]),
    ),
});
