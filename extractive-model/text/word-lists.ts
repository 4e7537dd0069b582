import { stem, grammarWords } from '../../domain/search/search-terms.ts';

const list = (words: string): readonly string[] => words.trim().split(/\s+/u);

/** Words that do not show what a text is about: grammar, politeness, and the small talk around a question. */
export const stopWords: ReadonlySet<string> = new Set([
  ...grammarWords,
  ...list(`
    above actually after again against ago all almost already also although always am another anybody anyone
    anything anyway around ask asked asking away back before being below best better between both came cant
    come comes coming curious currently d different done dont down during each easily easy either else even
    ever every everybody everyone everything exactly far feel few folks forever found friend further gave
    gets give given gives go goes going gonna good gotta great guess guys happen happened happening happens
    hard help hers hmm however idea im instead isnt itself ive keep keeps kind kinda know known knows least
    less let lets lol long look looked looking looks lot lots makes making many may maybe mean means might
    mine more most much must myself needed needs neither never new next nobody none nor nothing now ok okay
    old once one ones only onto other others otherwise ours people perhaps pick picks point possible pretty
    probably put quick quickly quite rather really recommend recommended right said saw say says see seeing
    seem seems seen several shall simple simply since somebody somehow someone something sometimes somewhere
    soon sort stuff suddenly suggest sure take taken takes taking tell theirs themselves thing things think
    though thought til till together told tried tries try trying two u unless upon us useful uses usage
    usually via w wanna wanted wants ways well whatever whats whenever whereas whether whole whose wish
    within without wonder wondering wont worked working works wrong yes yet yours yourself able cool glad
    hello hey hi morning nice np please pls plz sorry thank thanks thankyou thx ty welcome wow yeah yep yup
    cheers awesome perfect happy correct appreciate appreciated worries problemo question questions answer
    answers docs doc documentation documented mention mentioned alors aucun aussi autre avoir bien bon
    bonjour c ca car ceci cela celle celui chaque comme donc elles encore entre etre eux faire fait faut j l
    leurs lors lui mais merci moi n nos notre ont parce peu peut peux plait plus pouvez qu quelles quels quoi
    salut sans si sous suis svp te toi tous tout toute toutes tres va veux voici voila vos votre y à ça été
    être très voilà
  `),
]);

/** Words that are common in technical talk. They count half, because two questions that share one are not yet similar. */
export const commonStems: ReadonlySet<string> = new Set(
  list(`
    add allow app apply application apps available backend basic big build call cause change check code common
    contain correctly create current custom default define developer display end enable enough example
    existing expect fail fast feature file find fine first fix follow full function general generate handle
    implement include inside issue item kind last later library line list main manage method module multiple
    name node number object official option order package page part pass place plan problem process
    production program project proper properly provide read real receive related require result return run
    save script send server service set setting setup show single small solution specific standard start
    step stop support system team test text time tool turn type update user value version whole write wrote
  `).map(stem),
);

/**
 * Words that mean about the same in support questions, one group a line, from general English and not from any product's
 * documents. A match through a group counts less than the word itself.
 */
const groups: readonly string[] = `
  abort cancel interrupt
  access permission allowed authorized
  attach upload attachment
  hang freeze stuck stall hung unresponsive
  ban block blocked blacklist deny forbid
  begin launch boot start startup
  bill billing invoice receipt
  buy order purchase sell shop
  certificate cert certs
  cite quote reference
  close shutdown stop terminate exit quit kill end
  combine merge join
  config configuration configure configured setting settings option options preference
  copy duplicate clone
  cost fee price pricing charge
  crash crashes fail failure failing broken break
  custom customize customise
  database db
  cpu processor
  debug troubleshoot diagnose
  delay wait pause
  delete remove drop erase discard clear
  disable deactivate
  discount coupon promo promotion
  download fetch retrieve
  edit modify change alter update adjust
  enable activate
  environment env
  error exception failure throw thrown
  fast speed performance quick slow latency
  folder directory dir
  hide mask redact conceal
  host hosting deploy deployment
  increase raise bump enlarge bigger larger higher
  install installation setup
  lag slow delay
  limit maximum max cap quota
  list enumerate
  log logs logging logger
  login signin logon sign
  lost missing disappeared gone
  message msg
  mobile phone android ios
  move migrate migration transfer
  office headquarters location address
  owner maintainer author
  paper thesis article
  parameter param params argument
  password passwd credential credentials
  payload body
  plan subscription tier
  renew extend renewal
  repeat retry again
  repository repo
  refund reimburse money
  reset restore
  reuse share shared
  ship shipping deliver delivery
  show display print output
  size length large big
  stop prevent avoid suppress
  store save persist
  swap replace exchange substitute
  teammate colleague coworker
  theme style look
  timeout timeouts expire expiry expiration
  upgrade update migrate
  url link address uri
  validate verify check validation
  version release
`
  .trim()
  .split('\n');

/** The groups of each word, by stem. */
export const groupsOf: ReadonlyMap<string, readonly number[]> = groups.reduce((found, group, number) => {
  for (const member of new Set(list(group).map(stem)))
    found.set(member, [...(found.get(member) ?? []), number]);
  return found;
}, new Map<string, readonly number[]>());

/** Short forms that stand for exactly one word. */
export const longForm: ReadonlyMap<string, string> = new Map(
  list(`
    auth=authentication config=configuration configs=configuration db=database dbs=database env=environment
    err=error js=javascript max=maximum min=minimum msg=message param=parameter params=parameter
    perf=performance prod=production repo=repository req=request reqs=requests res=response ts=typescript
    async=asynchronous sync=synchronous args=arguments arg=argument deps=dependencies dep=dependency
    cert=certificate certs=certificates info=information app=application apps=applications dir=directory
    pwd=password daily=day weekly=week monthly=month yearly=year macos=mac osx=mac
  `).map((pair) => pair.split('=') as [string, string]),
);
