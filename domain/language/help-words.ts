/** May stand before a question. */
const greeting = '(?:(?:so|and|but|hi|hey|hello|ok|okay),? )?';

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
  // A question without its mark that is not about the person addressed.
  new RegExp(
    String.raw`^${greeting}(?:how|where|why|which|who|what happens|is|are|do|does|can|could|should|may|am i (?:allowed|able|supposed))\b(?!.*\b(?:(?:yo)?u|your|ur)\b)`,
    'u',
  ),
  /\bhow (?:old )?do you (?:have to|set|add|change|invite|remove|use|install|open|share|turn)\b/u,
  /\b(?:charged|refund\w*|billed|billing|invoices?|subscri\w+|payments?|paid|money)\b/u,
  /\b(?:never (?:got|received|arrived)|(?:nobody|no one) can|nothing happens)\b/u,
  /^(?:the|my|our) \w+(?: \w+){0,3} (?:stops|goes|turns|falls|shows|drops|disappears|keeps|jumps|closes|opens|sounds|looks)\b/u,
  /\b(?:ask(?:s|ing)? (?:me |us )?for|refus(?:es|ed|ing)|lost (?:all|my|access)|disappear\w*|locked out)\b/u,
  /\b(?:looking|searching) for (?:an? |some |any )?(?:ways?|help|advice|pointers|docs|documentation|examples?|options?|settings?)\b/u,
  /\bhow (?:to|do i|can i|do we|can we|should i|does one)\b|\bwhere (?:to|do i|can i)\b|\b(?:is|are) there (?:an?|any|some)\b/u,
  /\b(?:stupid|dumb|silly|newbie|noob|quick|basic|simple) questions?\b|\bquestion (?:has|was|is)\b|\b(?:problems?|questions?) (?:i|we) (?:do )?have\b/u,
  /\bi(?:['’]m| am) (?:\w+ )?(?:confused|stumped|lost|clueless)\b|\brun(?:ning)? into\b|\bany(?:one|body) out th/u,
  /\bnothing (?:that )?(?:i|we)['’ ]?\w*\b.* (?:seems?|works?|helps?|gets?|is)\b|\bperhaps some(?:one|body)\b/u,
  /\bwondering (?:if|how|why|whether|what)\b|\bfigure out\b|\bwhat['’]?s (?:up|wrong|going on) with the\b/u,
  /(?:^|[^\p{L}])(?:erreurs?|plant\p{L}+|bloqu\p{L}+|impossible de|besoin d|problèmes?|souci|comment (?:puis|faire|on|je)|est[- ]ce qu|où (?:est|se|puis|trouver|sont)|(?:ça|cela|ca|ne) (?:ne )?(?:marche|fonctionne))/u,
];

/** For texts in lower case. A case-insensitive pattern, or one pattern after the other, would be far slower. */
const anyForm = new RegExp(forms.map(({ source }) => source).join('|'), 'mu');

/** Whether a text holds a phrase of somebody who wants help. Such a text is never chatter, however friendly the rest is. */
export const asksForHelp = (text: string): boolean => anyForm.test(text.toLowerCase());

/** English words of trouble and of software. In small talk they are rare. */
export const troubleWord =
  /^(?:fail\w*|broken|breaks|bug\w*|problem\w*|issue\w*|stuck|unable|cannot|can'?t|doesn'?t|won'?t|wrong|incorrect\w*|missing|invalid|unexpected\w*|slow|hang\w*|freez\w*|help|trying|wondering|instead|not|no|longer|stop(?:s|ped)|without|tried|please|trouble|difficult\w*|update\w*|version\w*|files?|setting\w*|users?|system|software|command|messages?|mail|email|list|set|runs?|running|us(?:e|ed|ing)|add|names?|key|password|data|windows?|screen|app|site|website|page|code|script|test|support|machine|computer|linux|warning|default|never|empty|seem\w*|too|many|much|does|illegal|unknown|needs?|find|found|anyone)$/u;
