/* Code says `messageId` where SQL says `message_id`. */

const remembered = (convert: (name: string) => string): ((name: string) => string) => {
  const known = new Map<string, string>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const converted = convert(name);
    known.set(name, converted);
    return converted;
  };
};

export const nameInSql = remembered((name) =>
  name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`),
);

export const nameInCode = remembered((name) =>
  name.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase()),
);
