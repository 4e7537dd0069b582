/**
 * Whether an English clause asks for information without a question mark. It has to have the form of a question (a
 * question word before an auxiliary, or an auxiliary before its subject), and a topic: "what does that mean" and "are you
 * a fan of it" are conversation. Measured by `npm run bench -- gate`.
 */
export function asksInEnglish(clause: string, { opensText }: { readonly opensText: boolean }): boolean {
  const plain = clause.toLowerCase().replaceAll(/\s+/gu, ' ').replaceAll('’', "'").trim().replace(lead, '');
  if (plain === '' || exclamation.test(plain)) return false;
  if (requests.some((form) => form.test(plain))) return true;
  if (!hasTopic(plain)) return false;
  const isQuestion =
    questionWords.some((form) => form.test(plain)) ||
    certainInversion.test(plain) ||
    (opensText && inversions.some((form) => form.test(plain)));
  return isQuestion && (addressesReader.test(plain) ? asksHowOneDoes.test(plain) : true);
}

const oneOf = (words: string): string => `(?:${words.trim().split(/\s+/u).join('|')})`;

/** Words that people put before a question. */
const lead = new RegExp(
  `^(?:(?:(?:hi|hey|hello)(?: ${oneOf('there all guys folks everyone everybody team')})?|quick question|dumb question|` +
    `${oneOf(`yo so and but or also then ok okay well um uh hmm now please pls sorry guys folks all everyone everybody
      team question actually anyway btw oh yeah yes no thanks thx cool just wait lol alright right sure`)})\\b[ ,]*)+`,
  'u',
);

const auxiliary =
  "(?:(?:am|is|are|was|were|do|does|did|could|would|should|may|might|must|has|have|had)(?:n't|nt)?|" +
  "can(?:'?t|not)?|will|won't|shall)";
const subjectPronoun = "(?:i|you|u|ya|he|she|it|we|they|y'all)(?:'(?:m|s|re|ve|d|ll))?";

const exclamation = new RegExp(
  `^(?:(?:what|how) (?:an?|about) |how ${oneOf(`nice cool funny sweet lovely cute sad fun awesome great interesting
    exciting weird strange rude dare`)}\\b|what if\\b)`,
  'u',
);

const questionWords: readonly RegExp[] = [
  // "which port does it listen on": between the question word and the auxiliary at most four words, none a subject.
  new RegExp(
    `^(?:what|why|how|who|whom|whose|when|where|which)(?:'s|'re)?` +
      `(?: (?!${subjectPronoun}(?= |$)|${auxiliary}(?= |$))[\\p{L}\\p{N}_./+#-]+){0,4} ${auxiliary} `,
    'u',
  ),
  /^(?:what|how|where|who|why|when)(?:'?s|'re) (?!up\b|going\b|good\b|new\b|life\b|school\b)/u,
  /^(?:how|where|what|which) (?:\p{L}+ )?to \p{L}/u,
  new RegExp(
    `^(?:what|which|who) (?:(?!${oneOf(`is was are were i you he she it we they an? the if about up else ever kind`)}\\b)` +
      `[\\p{L}\\p{N}_.-]+ )?${oneOf(`happens? causes? means? controls? handles? supports? contains? maintains? provides?
        determines? decides? triggers? works?`)}\\b`,
    'u',
  ),
  new RegExp(
    `^(?:for|in|on|at|to|from|with|by|under|since|until) (?:what|which|whom|whose)\\b(?: [\\p{L}-]+){0,3} ${auxiliary}\\b`,
    'u',
  ),
];

/** Sure enough behind a comma too. */
const certainInversion =
  /^(?:is there|are there|is it possible|(?:can|could|should|do|can't) (?:i|we)|(?:does|will) it)\b/u;

/** An auxiliary before its subject. A bare noun as a subject is told from what else follows an auxiliary by a list. */
const inversions: readonly RegExp[] = [
  /^(?:am|can|could|should|shall|may|might|must|do|did|will|would|have|had|was|were)(?:'?t|n't|not)? (?:i|we) \S/u,
  /^(?:is|are|isn't|aren't|was|were|will|has|have|can) there (?!is\b|are\b)\S/u,
  /^(?:is|isn't|does|doesn't|did|didn't|can|can't|could|will|would|should|has) (?:it|this|that|these|those|one) (?!is\b|was\b)\S/u,
  /^(?:isn't|aren't|is|are|doesn't|does|don't|do|didn't|did|can't|can|could|will|won't|would|should|has|have|was|were) (?:the|an?|my|our|its|any|anyone|anybody|someone|somebody|both|all) (?!(?:lot|of|few|bit|little|time|same|great|good|nice|wonderful|blast|homework)\b)[\p{L}\p{N}`]/u,
  new RegExp(
    `^(?:is|does|doesn't|did|can|will) (?!${oneOf(`not no so be just it very pretty really an? that what also still good
      great make have get go do see try say take always never only usually basically kind kinda super too even actually
      why how where when in on at for to the definitely probably like sounds? seem look hard fun one all he she they you
      u your him her`)}\\b)\\p{L}[\\p{L}\\p{N}_.+#-]+ \\S`,
    'u',
  ),
  new RegExp(
    `^(?:are|do) (?!${oneOf(`as is has its lots things thats thanks sometimes always days times`)}\\b)\\p{L}[\\p{L}\\p{N}_.+#-]+s \\S`,
    'u',
  ),
];

const aboutAThing = `(?:what|why|how|when|where|which) (?:to|is|are|the|does|do|can|it|my|i)\\b|(?:whether|if) (?:there|it|the|i (?:can|could|should|need)|we (?:can|could|should)|any(?:one|body) (?:knows|has|can))\\b`;

/** Forms that ask for help in so many words, wherever they stand in a clause. */
const requests: readonly RegExp[] = [
  new RegExp(
    `^(?:can|could|would|will) (?:you|u|anyone|anybody|someone|somebody) (?:please |pls |kindly |maybe )?` +
      `${oneOf('tell help explain point show share add provide confirm clarify recommend suggest advise elaborate')}\\b`,
    'u',
  ),
  new RegExp(
    `^(?:do|does) (?:you|u|anyone|anybody|someone)(?: guys)? (?:also |still |already |happen to )?` +
      `(?:support|offer|provide|recommend|plan|ship|know (?:how to|if (?:there|it|i|we|the|this)|why|whether|which|` +
      `where (?:to|i|the)|(?:of )?an?y? way|what (?:the|causes|version)))\\b`,
    'u',
  ),
  /^(?:any(?:one|body)|some(?:one|body)) (?:here |else )?(?:know|knows|has|have|had|tried|got|able|using|seen|familiar) \S+ \S/u,
  /^any (?:ideas?|way|tips?|advice|suggestions?|hints?|plans?|chance|docs?|documentation|help|examples?|recommendations?|reason) (?:what|why|how|who|when|where|which|whether|if|to|on|of|for|with|about)\b/u,
  new RegExp(`\\b(?:wondering|curious) (?:${aboutAThing})(?! (?:you|u|your)\\b)`, 'u'),
  /\b(?:tell|show) (?:me|us) (?:what|why|how|where|which|whether|if) (?!you\b|u\b|your\b)/u,
  /\b(?:i|we) (?:do not|don't|dont|can(?:no|')?t|couldn't) (?:know|understand|figure out|find out|see|find|remember|get) (?:out )?(?:how to|where to|why (?:it|the|my|this|is|does)|whether to|if there)\b/u,
  /\b(?:trying|need|want|like|able|struggling) to (?:know|figure out|find out|understand|learn) (?:what|why|how|where|which|whether|if)\b/u,
  /\b(?:not sure|unsure|no idea|no clue) (?:about |on )?(?:how to|where to|whether to|if (?:there|it|this|i (?:should|need|can))\b)/u,
  /\b(?:help|question|advice|docs?|documentation|guide|tutorial|instructions) (?:(?:me|with|on|about|for|understanding|figuring out) ){0,4}(?:how|why|where)\b/u,
  /\b(?:if|whether|is|are) there(?:'s| is| are| was)? (?:a|an|any|some) (?:\p{L}+ )?(?:ways?|options?|settings?|plans?|support|equivalent|alternative|api|method|function|limit|docs?|documentation|example|tutorial|guide|command|flag)\b/u,
];

/** Speaks of the person who is asked, not of a product. */
const addressesReader = new RegExp(
  `\\b(?:${auxiliary}|'?s|'re) (?:you|u|ya|your|ur|yours)\\b|\\bhow bout\\b|\\b(?:you|your|u|ur|yourself|favou?rite)\\b`,
  'u',
);

/** "how do you remove duplicates from a list": how one does it. */
const asksHowOneDoes = new RegExp(
  `^(?:how|where|when|(?:which|what) [\\p{L}\\p{N}_.-]+) (?:do|does|can|could|would|should|must|might)(?:n't)? (?:you|u) ` +
    `(?!${oneOf(`like feel think know love say spell pronounce live work go want come enjoy plan see have do spend usually
      describe rather get\\ into stay hope even guys watch play study figure stand deal be meet eat`)}\\b)\\p{L}{2,} \\S`,
  'u',
);

/** Words that say nothing about what is asked. */
const topicless = new Set(
  `a an the this that these those it its i me my mine we us our you u ur your yours he him his she her they them their
  there here what whats what's why whys how hows how's who whos who's whom whose when where wheres where's which is are am
  was were be been being do does did doing done can could will would should shall may might must has have had having
  isn't isnt aren't arent doesn't doesnt didn't didnt don't dont can't cant won't wont couldn't wouldn't to of in on at for
  from with by about as into like than then so and or but if not no yes too also just really very still ever even now today
  tonight tomorrow yesterday week weekend day night morning up down out off over go going goes went gone come coming think
  thinking know mean means say said says tell feel feeling feels want wanna gonna like likes liked love good great cool nice
  fun funny bad ok okay well right true sure life name old thing things stuff one ones much many long far often more most
  something anything nothing everything someone anyone everyone anybody man dude bro guys guy girl girls friend friends lol
  haha hahaha happen happened happens talk talking i'm im it's that's thats you're youre they're we're he's she's there's
  let's lets`.split(/\s+/u),
);

function hasTopic(plain: string): boolean {
  const words = plain.match(/[\p{L}\p{N}_]+(?:['.-][\p{L}\p{N}_]+)*/gu) ?? [];
  return words.length >= 3 && words.some((word) => !topicless.has(word));
}
