/** Whether a French clause asks for information without a question mark: see `asksInEnglish`. */
export function asksInFrench(clause: string): boolean {
  const plain = clause.toLowerCase().replaceAll(/\s+/gu, ' ').replaceAll('’', "'").trim().replace(lead, '');
  if (plain === '' || smallTalk.test(plain)) return false;
  return forms.some((form) => form.test(plain)) && hasTopic(plain);
}

const end = "(?=[\\s'-]|$)";

const lead =
  /^(?:(?:salut|bonjour|bonsoir|coucou|hello|alors|donc|et|mais|ou|svp|stp|s'il (?:vous|te) pla[iî]t|merci|dites|dis|euh|bon|oui|non|ok|en fait|du coup|sinon|question|petite question|au fait|à tous|tout le monde)(?=[ ,]|$)[ ,]*)+/u;

const smallTalk =
  /^(?:comment (?:ça|ca|vas|allez|va|tu vas)\b|pourquoi pas\b|(?:quel|quelle|quels|quelles) (?:dommage|horreur|belle|beau|bonne|chance|surprise|journée|bonheur|plaisir|idée)\b|(?:as|es|aimes|vas|fais|veux|penses|viens)-tu\b|tu (?:vas|fais|es|as)\b|quoi de neuf\b)/u;

const forms: readonly RegExp[] = [
  /^(?:est[- ]ce qu|qu'est[- ]ce|c'est quoi|ce serait quoi)/u,
  new RegExp(`^(?:comment|pourquoi|combien)${end}`, 'u'),
  /^(?:où|ou|quand|à quoi|de quoi|avec quoi|par quoi|d'où) (?:est[- ]ce|(?:se |s')?\p{L}+-(?:t-)?(?:je|tu|il|elle|on|nous|vous|ils|elles)\b|est|sont|se trouve|se trouvent|trouver|mettre|placer|sert|servent|dois|peut|puis|faut)/u,
  new RegExp(
    `^(?:sur |pour |dans |avec |à |de |par |depuis )?(?:quel|quelle|quels|quelles|lequel|laquelle|lesquels|lesquelles)${end}`,
    'u',
  ),
  /^que (?:signifie|faire|se passe|fait|dois|faut|veut dire|puis|peut|risque|devient|contient|renvoie|vaut)\b/u,
  /^qui (?:peut|sait|connaît|connait|a déjà|utilise|maintient|gère|pourrait)\b/u,
  /^(?:ne |n'|y )?\p{L}+-(?:t-)?(?:je|il|elle|on|nous|vous|ils|elles|ce)\b/u,
  /^(?:peux|pourrais|sais|connais|saurais)-tu\b/u,
  /^(?:vous savez|tu sais|savez-vous|quelqu'un (?:sait|connaît|connait|a |peut|utilise|pourrait|aurait)|une idée|des idées|(?:il )?y a (?:un|une|t|il)?[- ]?(?:t-il|moyen|moyens|façon|option)|c'est possible de|on peut|vous (?:avez|proposez|gérez|supportez)) ?/u,
  /\b(?:je me demande|(?:je |j')?(?:voudrais|aimerais|souhaite|souhaiterais|voulais|cherche à) (?:bien )?(?:savoir|comprendre)|je cherche (?:à|comment|un moyen|où)|savoir (?:comment|si|où|pourquoi|quel|quelle)|je (?:ne |n')?(?:sais|comprends|trouve|vois|arrive) pas (?:à |comment|où|pourquoi|si|quel))/u,
];

const topicless = new Set(
  `est-ce est ce que qu' qui quoi qu'est-ce quand comment pourquoi où ou combien quel quelle quels quelles c'est c' ça ca cela
  tu te toi vous nous on je j' me moi il elle ils elles le la les l' un une des du de d' à au aux en dans sur pour par avec sans
  et mais donc alors si ne n' pas plus y a as ai ont suis es êtes sont fait faire va vas aller tout tous bien vrai sûr dire dit
  veut veux peut peux sais sait savoir penses pense aimes aime ton ta tes votre vos mon ma mes neuf`.split(
    /\s+/u,
  ),
);

function hasTopic(plain: string): boolean {
  const words = plain.match(/[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu) ?? [];
  return words.length >= 3 && words.some((word) => word.length > 1 && !topicless.has(word));
}
