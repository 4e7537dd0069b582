import type { LanguageCode } from './language-codes.ts';

/** Short words that identify a language. A word of several of these languages counts for each, divided by their number. */
const lists: Readonly<Record<LanguageCode, string>> = {
  eng: `a about after all am an and another any anyone are as at be because been before being but by can can't could
    couldn't did didn't do does doesn't don't during each every for from get gets getting give gives got had has
    have having hello hey hi how i i'd i'll i'm i've if in into is isn't it it's its just keep keeps know like make
    makes many may me might more much must my need needs never no not of off on once only or other our out over
    please pls put seems set she should since so some someone something still such thank thanks than that that's
    the their them then there these they this those through to too trying under until up use used using very want
    was wasn't way we were what what's when where whether which while who why will with without won't work working
    works would wouldn't yes you your here again always cannot also dont help man per plus`,
  fra: `à alors après aucun aucune aussi avant avec avez avoir avons beaucoup besoin bien bonjour bonsoir ça cela ces
    c'est cette ceux chez combien comment coucou d'accord dans depuis des dois donc dont du elle elles encore es
    est-ce et êtes être fait faire faut ici il ils j'ai j'ai je jamais juste la le les leur leurs l'ai ma mais
    marche merci mes moi mon même n'est n'a ne nos notre nous où ou oui par pas pendant peut peux plus pour pourquoi
    pouvez puis puis-je qu'est-ce quand que quel quelle quelles quels qu'il qui quoi sans salut savoir ses soit sont
    sous suis sur svp tous tout toute toutes très trouver une un veux voir vos votre vous y-a-t-il y étaient était`,
  deu: `aber alle als also am auch auf aus bei beim bin bitte brauche danach danke dann das dass dein dem den denn der
    des deshalb die dies diese diesen dieser dieses doch dort du durch ein eine einem einen einer eines er erst es
    etwas euch euer für gegen geht gibt guten habe haben habt hallo hat hatte hier hilfe ich ihr im immer ist jemand
    jetzt kann kannst kein keine keinen können könnt lässt macht man mehr mein meine meinen meiner mich mir mit
    möchte muss müssen nach nicht nichts noch nur oder ohne schon sehr sein seit seine sich sie sind so soll sollte
    über um und uns unser unter vielen vom von vor wann war warum was weil welche welchen welcher welches wenn wer
    werden wie wieder will wir wird wo woher wollen würde zu zum zur zwischen tag moin servus funktioniert`,
  spa: `ahora al algo alguien algún alguna antes aquí así aunque ayuda bien buenas buenos cada cambiar como cómo con
    cuál cuáles cuando cuándo cuánto cuántos dado de del desde después donde dónde dos el él ella ellos en entonces
    entre era eres es esa ese eso está están estas este esto estos estoy existe favor fue funciona gracias ha hace
    hacer hacia han hasta hay hola igual la las le les lo los más me mi mis muchas mucho muy nada necesito ni nos
    nosotros o otra otro para pero por porque porqué puede pueden puedo que qué quien quién quiero saber se sea ser
    si sí sin sobre son soy su sus también tampoco tener tengo tiene tienen tu tus un una uno usted y ya yo`,
  por: `agora ainda alguém algum alguma antes ao aos após aqui até bom boa cada com como consegue consigo dá da das de
    depois do dos e é ela ele eles em entre era essa esse esta está estão este eu existe fazer foi funciona há isso
    isto já lá mais mas me mesmo meu meus minha muito muita na não nas nem no nos nós num numa o obrigada obrigado
    oi olá onde os ou para pela pelo por porque porquê pode podem posso preciso pra qual quais qualquer quando
    quanto quantos que quê quem quero são se sem ser seu seus sim só sobre sua suas também tem tenho ter tudo um
    uma usar vai valeu você vocês vou`,
  ita: `adesso aiuto al alla alle allo anche ancora avere bisogno buona buonasera buongiorno c'è che chi ci ciao come
    con cosa così cos'è da dal dalla dei del dell della delle devo di dopo dov'è dove due è ed era esiste fa fare
    fra funziona già gli grazie ha hai hanno ho i il in io la le lei lo loro ma me mi mia mio molto nel nella nelle
    nessun nessuno niente noi non nostro nulla o ogni ora per perché perchè più possiamo posso può puoi prego qual
    quale quali qualcuno qualcosa quando quanti quanto quella quello questa questi questo qui sei sempre senza si
    sì solo sono sta su sua sul sulla suo tra tu tutti tutto un una uno usare vorrei salve`,
  nld: `aan alleen alles als altijd andere ben bij bedankt daar dag dan dank dat de deze die dit doe doen door
    dus een eens en er geen gebruik gebruiken goed goede graag haar had heb hebben hebt heeft help het hier hij hoe
    hoeveel hoi hun iemand iets ik in is ja je jij jullie kan kunnen kunt maar maken mee meer met mij mijn misschien
    moet moeten mogelijk na naar niet niets nog nu of om onder ons ook op over staat te tegen toch tot tussen uit
    uw van vanaf veel voor waar waarom wanneer was wat we weer welk welke werkt wie wij wil worden wordt zal ze
    zien zijn zonder zou hallo doei`,
  pol: `a aby ale albo bardzo bez bo być był cześć chcę co czego czemu czy czyli da dla dlaczego do dobry dzień
    dziękuję dzięki działa gdy gdzie gdzieś i ich ile ja jak jaka jaki jakie jako je jest jestem jeszcze jeśli już
    każdy kiedy kogo kto która które który ma mam mi mnie mogę można możecie może muszę my na nad nic nie niego niż o
    od on oraz pan po pod pomoc pomocy ponieważ poza potrzebuję proszę przed przez przy są się skąd swój ta tak tam te
    tego ten teraz to trzeba tu tutaj tylko tym u w we wiem więc witam wszystko z za zawsze ze zmienić że zrobić
    żeby hej siema`,
  vie: `ai anh bạn bao bằng bị bởi các cái cám cảm cách cần chào cho chỉ chị chưa có còn cũng của cùng đã đang để đến
    đi đó được đâu em gì giúp hay hãy hiện hơn hỏi khi không là làm lại lỗi mà mình một muốn nào này nên nếu ngay
    như nhưng nhiều nhé những ở ơn phải qua ra rất rồi sao sau sẽ sử dụng tại tao theo thế thể thì thì tôi trên
    trong trước từ tất vậy và về vì việc với xin đổi thay`,
};

const languagesOf: ReadonlyMap<string, readonly LanguageCode[]> = Object.entries(lists).reduce(
  (known, [language, words]) => {
    for (const word of new Set(words.trim().split(/\s+/u)))
      known.set(word, [...(known.get(word) ?? []), language]);
    return known;
  },
  new Map<string, LanguageCode[]>(),
);

/** Scores languages by the small words of a text: 1 for a word of one language only, less for a shared one. */
export function smallWordScores(text: string): ReadonlyMap<LanguageCode, number> {
  const scores = new Map<LanguageCode, number>();
  const words =
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/\p{L}+(?:['-]\p{L}+)*/gu) ?? [];
  for (const word of words) {
    // A single letter is more often a name than a word.
    if (/^[a-z]$/u.test(word)) continue;
    // In "l'adresse" and "qu'est" the part before the apostrophe is a small word, too.
    const languages = languagesOf.get(word) ?? (/^(?:[cdjlmnst]|qu)'\p{L}/u.test(word) ? ['fra'] : []);
    for (const language of languages)
      scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length);
  }
  return scores;
}
