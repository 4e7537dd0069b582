/** An ISO 639-3 code; `und` is undetermined, `zxx` no language (code, numbers, encoded text). */
export type LanguageCode = string;

export const undetermined: LanguageCode = 'und';
export const noLanguage: LanguageCode = 'zxx';

/** ISO 639-1 to 639-3 for the languages that the detector knows. */
const threeLetters: ReadonlyMap<string, LanguageCode> = new Map(
  (
    'am:amh ar:ara az:aze be:bel bg:bul bn:ben ca:cat cs:ces da:dan de:deu el:ell en:eng es:spa et:est eu:eus fa:fas ' +
    'fi:fin fr:fra gu:guj he:heb hi:hin hr:hrv hu:hun hy:hye id:ind is:isl it:ita ja:jpn ka:kat kn:kan ko:kor ku:kur lo:lao ' +
    'lt:lit lv:lav ml:mal mr:mar ms:msa nb:nor nl:nld nn:nor no:nor or:ori pa:pan pl:pol pt:por ro:ron ru:rus sk:slk sl:slv sq:sqi ' +
    'sr:srp sv:swe ta:tam te:tel th:tha tl:tgl tr:tur uk:ukr ur:urd vi:vie yo:yor zh:zho'
  )
    .split(' ')
    .map((entry) => entry.split(':') as [string, LanguageCode]),
);

/** Converts a detector's or model's code to ISO 639-3. Accepts older codes and those of varieties (`cmn`). Anything else becomes `und`. */
export function toLanguageCode(languageCode: string): LanguageCode {
  const [code = ''] = languageCode.toLowerCase().match(/^\s*[a-z]{2,3}(?!\p{L})/u) ?? [];
  const plain = code.trim();
  if (toTwoLetters.has(plain) || threeLetters.has(plain)) return threeLetters.get(plain) ?? plain;
  if (plain === '') return undetermined;
  const canonical = Intl.getCanonicalLocales(plain)[0]?.split('-')[0] ?? '';
  return threeLetters.get(canonical) ?? (plain.length === 3 ? plain : undetermined);
}

const toTwoLetters = new Map([...threeLetters].map(([two, three]) => [three, two]));

let englishNames: Intl.DisplayNames | null = null;

/** The English name, such as `French`, or the code itself if it has none. */
export function languageName(code: LanguageCode): string {
  if (!/^[a-z]{2,3}$/u.test(code)) return code;
  englishNames ??= new Intl.DisplayNames('en', { type: 'language' });
  return englishNames.of(toTwoLetters.get(code) ?? code) ?? code;
}
