const list = (words: string): readonly string[] => words.trim().split(/\s+/u);

/** Words of grammar, English and French: in almost every text, so that searching for them finds nothing. */
export const grammarWords: ReadonlySet<string> = new Set(
  list(`
    a about an and any are as at be because been but by can cannot could did do does doing don for from get getting
    got had has have having he her here him his how i if in into is it its just like ll m made make me my need no
    not of off on or our out over own re s same she should so some such t than that the their them then there
    these they this those through to too under until up use used using ve very want was way we were what when
    where which while who whom why will with work would you your doesn didn isn won aren wasn weren
    au aux avec ce ces cet cette comment dans de des du elle en est et il ils je la le les leur ma mes mon ne nous
    on ou où par pas pour pourquoi quand que quel quelle qui sa se ses son sont sur ta tes ton tu un une vous
  `),
);
