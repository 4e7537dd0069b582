/** Longer words count as unknown, as in the original. */
const maxWordChars = 100;

/**
 * BERT's uncased WordPiece, with which `all-MiniLM-L6-v2` was trained. `vocabulary` has one piece a line, whose number is that of the line;
 * `##` marks pieces that continue a word. Gives the numbers of a text's pieces, at most `maxPieces`, the marks of its beginning and end
 * included.
 */
export function createWordPieces(vocabulary: string): (text: string, maxPieces: number) => readonly number[] {
  const numbers = new Map(
    vocabulary
      .trimEnd()
      .split('\n')
      .map((piece, number) => [piece, number]),
  );
  const special = (piece: string): number => {
    const number = numbers.get(piece);
    if (number === undefined) throw new Error(`The vocabulary lacks ${piece}.`);
    return number;
  };
  const [unknown, begin, end] = [special('[UNK]'), special('[CLS]'), special('[SEP]')];

  const piecesOf = (word: string): readonly number[] => {
    const chars = Array.from(word);
    if (chars.length > maxWordChars) return [unknown];
    const ids: number[] = [];
    for (let from = 0; from < chars.length;) {
      let to = chars.length;
      let number: number | undefined;
      for (; to > from; to -= 1) {
        number = numbers.get((from === 0 ? '' : '##') + chars.slice(from, to).join(''));
        if (number !== undefined) break;
      }
      if (number === undefined) return [unknown];
      ids.push(number);
      from = to;
    }
    return ids;
  };

  return (text, maxPieces) => {
    const pieces = [begin];
    for (const word of wordsOf(text)) {
      if (pieces.length >= maxPieces - 1) break;
      pieces.push(...piecesOf(word));
    }
    return [...pieces.slice(0, maxPieces - 1), end];
  };
}

/** Chinese characters and punctuation, which includes everything in ASCII that is neither a letter nor a digit. */
const alone =
  /[\p{P}$+<=>^`|~\u{3400}-\u{4DBF}\u{4E00}-\u{9FFF}\u{F900}-\u{FAFF}\u{20000}-\u{2A6DF}\u{2A700}-\u{2CEAF}\u{2F800}-\u{2FA1F}]/gu;

/** The words, in lower case and without accents. Each sign of `alone` is a word. */
const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/[^\P{C}\t\n\r]|\uFFFD/gu, '')
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(alone, ' $& ')
    .split(/\s+/u)
    .filter((word) => word !== '');
