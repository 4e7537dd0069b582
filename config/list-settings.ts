import { settingTree, type Setting } from './setting-tree.ts';

export interface ListedSetting {
  /** `discord.channels.<name>.capture`: what stands in angle brackets is for you to choose. */
  readonly path: string;
  readonly setting: Setting;
}

/** Every setting in the order of the schema, groups before what is in them. `kb.llm` stands for its own settings. */
export const listSettings = (): readonly ListedSetting[] => below('', settingTree);

const below = (prefix: string, { fields }: Setting): readonly ListedSetting[] =>
  Object.entries(fields).flatMap(([name, setting]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const item = setting.kind === 'record' && setting.item ? below(`${path}.<name>`, setting.item) : [];
    // A nullable group repeats settings that are listed elsewhere.
    const own = setting.nullable || setting.repeats !== null ? [] : below(path, setting);
    return [{ path, setting }, ...own, ...item];
  });
