/** A part of the product, in people's own words. */
const thing = String.raw`(?:the|my|our|his|her|their) (?:\w+ ){0,2}\w+`;
const wrongState =
  'gone|empty|black|dark|blank|red|wrong|too|still|upside|out of|only|not|blurry|quiet|loud|small|green|weird|strange|broken|off|bad';
const doesIt = '\\w+s|is|are|has|have|was|were|went|gets?|got|does|do|did';
/** Topics of small talk. */
const ofOneself =
  'major|name|favou?rite|friends?|mom|mother|dad|father|parents|brothers?|sisters?|siblings|wife|husband|girlfriend|boyfriend|roommates?|family|kids?|cousins?|uncle|aunt|grandma|professor|teacher|people|weekend|week|day|night|birthday|life|dream|mission|home|hometown|job|degree|age|hair|hobbies|hobby|dogs?|cats?|weather|bad|god|goodness|fault|guess|opinion|thoughts?|pleasure|idea|fact|question|point|problem|answer|best|worst|only|same|most|first|last|other|one|more|thing|way';
/** Statements of a problem in everyday words, as players and customers write them. */
const plainTrouble: readonly RegExp[] = [
  new RegExp(
    String.raw`\b${thing} (?:(?:is|are|was|were|have|has|looks?|sounds?|feels?|seems?) (?:all |just |now |suddenly )?(?:${wrongState})|stops|goes|turns|falls|fell|shows|drops|lets|disappears|keeps|jumps|closes|says)\b`,
    'u',
  ),
  // At the start of a line, and not about the writer.
  new RegExp(String.raw`^(?:the|my|our) (?!(?:${ofOneself})\b)\w+(?: \w+){0,3} (?:${doesIt})\b`, 'u'),
  /\b(?:charged|refund\w*|billed|billing|invoices?|subscri\w+|payments?|purchased?|paid (?:twice|for)|twice)\b/u,
  /\b(?:vanish\w*|froze|frozen|blurry|lag(?:s|gy|ging)|glitch\w*|kicked|banned|muted|hacked|locked|blank|flicker\w*|blink\w*)\b/u,
  /\bnever (?:got|received|arrived|came|showed)\b|\b(?:did|does|do|has|have)(?:n['’]?t| not) (?:receive|arrive|hear)d?\b/u,
  /\b(?:nobody|no one|none of us|nothing) (?:can|happens?|happened|came|comes|shows?|changes?|hears?|sees?)\b|\bhas no\b/u,
  /\bsince (?:this|yesterday|today|last|the)\b|\b(?:after|when|whenever|every time) i (?:\w+ )?(?:open|start|join|record|watch|play|click|press|log|sign|try|tap|send|save|change)\w*\b/u,
];

/** May stand before a question. */
const greeting = '(?:(?:so|and|but|hi|hey|hello|ok|okay),? )?';

/** After such a word, a question is about people, not about a thing. */
const aboutPeople = String.raw`(?:yo)?u\b|your|i (?:know|look)\b|it going\b|we\b|s?he\b|they\b|every(?:one|body)\b|that\b|life\b|things\b|people\b`;

/** Beginnings of a question without its mark, about a thing and not about the person addressed. */
const bareQuestions: readonly string[] = [
  String.raw`(?:how|where|why|when)(?: (?:big|long|large|often|much|many \w+))? (?:can|could|do|does|should|would|is|are) (?!${aboutPeople})\w+ \w+`,
  String.raw`is there (?!any(?:one|body|thing)\b|(?:some|no)(?:one|body|thing)\b|more\b|a\b)\w+`,
  String.raw`do (?:i|we) (?:(?:need|have) to|get|pay|keep|lose)\b`,
  String.raw`do(?:es)? (?:the |your )?(?!${aboutPeople})\w+ (?:get|pay|cost|include|support|expire|count)\b`,
  String.raw`how (?:old|long|tall|far|high|big|many|much) (?:do|must|should) (?:you|u|i|we) (?:(?:have|need) to )?be\b`,
  String.raw`am i (?:allowed|able|supposed) to\b`,
  String.raw`is (?:it|this) (?:free for|possible to|safe to|allowed to|included|available|still (?:open|free|possible|supported|available))\b`,
  String.raw`why (?:did|do) (?:you|u) (?:take|charge|delete|remove|block|ban|cancel|close|lock)\b`,
  String.raw`i want (?:my \w+ back|a refund)\b`,
  String.raw`who can i (?:talk|write|speak|turn) to\b`,
  String.raw`who can (?!i\b|blame\b|resist\b|argue\b|forget\b)\w+ \w+`,
  String.raw`which \w+ (?:is|do|does|should|has|comes|works?)\b`,
  String.raw`what happens\b`,
  String.raw`can (?:this|it|two|several|other|all|multiple|guests|admins|members|users) \w+`,
  String.raw`how do (?:you|u) (?:invite|set|add|change|delete|remove|turn|use|install|export|import|save|open|share|reset|cancel|connect|enable|disable|upload|create)\b`,
];

const forms: readonly RegExp[] = [
  /\b(?:errors?|exceptions?|traceback|stack ?trace|crash(?:es|ed|ing)?|segfault\w*|bugs?|timeouts?|servers?|updates?|updated|updating|out of memory|stumped)\b/u,
  /\b(?:(?:un|re)?install|upgrad|config|debug|deploy|compil)\w*/u,
  /\b(?:do|does|did|is|are|was|has|have|will|wo|ca)(?:n['’]?t| not) (?:\w+ )?(?:work|start|load|open|connect|show|run|respond|save|send|match|build|compile|appear|exist|found|supported|allowed|valid|available)(?:ing|ed)?\b/u,
  /\b(?:stopped|stops|keeps?|quit) (?:work|crash|fail|ask|gett|say|show|giv|disconnect)ing\b|\bno longer\b/u,
  /\b(?:any|some)(?:one|body) (?:know|knows|has|have|had|tried|got|able|help|using|else (?:hav|gett|see)\w+)\b/u,
  /\b(?:can|could|would|will) (?:you|u|some(?:one|body)|any(?:one|body)) (?:please |pls |kindly )?(?:help|tell|explain|show|point|give|advise|confirm|clarify|recommend|suggest|provide|add|check|look|fix|share)\b/u,
  /\b(?:i|we)(?:['’]ve| have|['’]?m| am)? (?:(?:got |having |facing |experiencing |run into )?(?:an?|some|this|the|two|strange|weird|few) )?(?:\w+ ){0,2}(?:questions?|problems?|issues?|trouble)\b/u,
  /\b(?:need(?:s|ed)?|want) (?:some |any |your |a )?(?:help|advice|assistance|support|hand)\b/u,
  /\bhelp (?:me|with|please|pls|needed|appreciated|out)\b|\b(?:pls|please|plz) help\b|^help\b/u,
  /\btrying to (?:\w+ )?(?:set|get|use|run|make|connect|build|create|figure|add|change|load|open|import)\b/u,
  /\b(?:want|wants|need|needs|like|wish|tried|able|unable) to (?:\w+ )?(?:stop|pause|disable|enable|turn|switch|change|remove|delete|move|reset|cancel|restore|export|import|configure|mute|hide|rename|transfer|connect|upload|download)\b/u,
  /\b(?:where|why|which|when|how) (?:is|are|was|were|do|does|did|will) (?:my|our|the|these|those)\b/u,
  new RegExp(
    String.raw`^${greeting}(?:(?:can|could|should|may) (?:i|we|it)|what(?:['’]s| is| are| does| do) (?:an?|the))\b`,
    'u',
  ),
  new RegExp(String.raw`^${greeting}(?:${bareQuestions.join('|')})`, 'u'),
  /\b(?:ask(?:s|ing)? (?:me |us )?for|refus(?:es|ed|ing)|lost (?:all|my|access)|disappear\w*|locked out)\b/u,
  /\b(?:looking|searching) for (?:an? |some |any )?(?:ways?|help|advice|pointers|docs|documentation|examples?|options?|settings?)\b/u,
  /\bhow (?:to|do i|can i|do we|can we|should i|does one)\b|\bwhere (?:to|do i|can i)\b|\b(?:is|are) there (?:an?|any|some)\b/u,
  /\b(?:stupid|dumb|silly|newbie|noob|quick|basic|simple) questions?\b|\bquestion (?:has|was|is)\b|\b(?:problems?|questions?) (?:i|we) (?:do )?have\b/u,
  /\bi(?:['’]m| am) (?:\w+ )?(?:confused|stumped|lost|clueless)\b|\brun(?:ning)? into\b|\bany(?:one|body) out th/u,
  /\bnothing (?:that )?(?:i|we)['’ ]?\w*\b.* (?:seems?|works?|helps?|gets?|is)\b|\bperhaps some(?:one|body)\b/u,
  /\bwondering (?:if|how|why|whether|what)\b|\bfigure out\b|\bwhat['’]?s (?:up|wrong|going on) with the\b/u,
  /(?:^|[^\p{L}])(?:erreurs?|plant\p{L}+|bloqu\p{L}+|impossible de|besoin d|problèmes?|souci|comment (?:puis|faire|on|je)|est[- ]ce qu|où (?:est|se|puis|trouver|sont)|(?:ça|cela|ca|ne) (?:ne )?(?:marche|fonctionne))/u,
  ...plainTrouble,
];

/** For texts in lower case. A case-insensitive pattern, or one pattern after the other, would be far slower. */
const anyForm = new RegExp(forms.map(({ source }) => source).join('|'), 'mu');

/** Whether a text holds a phrase of somebody who wants help. Such a text is never chatter, however friendly the rest is. */
export const asksForHelp = (text: string): boolean => anyForm.test(text.toLowerCase());

/** English words of trouble and of software. In small talk they are rare. */
export const troubleWord =
  /^(?:fail\w*|broken|breaks|bug\w*|problem\w*|issue\w*|stuck|unable|cannot|can'?t|doesn'?t|won'?t|wrong|incorrect\w*|missing|invalid|unexpected\w*|slow|hang\w*|freez\w*|help|trying|wondering|instead|not|no|longer|stop(?:s|ped)|without|tried|please|trouble|difficult\w*|update\w*|version\w*|files?|setting\w*|users?|system|software|command|messages?|mail|email|list|set|runs?|running|us(?:e|ed|ing)|add|names?|key|password|data|windows?|screen|app|site|website|page|code|script|test|support|machine|computer|linux|warning|default|never|empty|seem\w*|too|many|much|does|illegal|unknown|needs?|find|found|anyone)$/u;
