import { englishDeskTexts, frenchDeskTexts, type DeskTexts } from './desk-texts.ts';

/** The fixed texts that members read, one set per language. Headings come without mark-up: posts add it. */
export interface MemberTexts {
  readonly not_covered: string;
  readonly out_of_scope: string;
  readonly nearest_pages: string;
  readonly cannot_look_up: string;
  readonly refused: string;
  readonly say_more: string;
  readonly links_heading: string;
  readonly answered_by_team: string;
  readonly earlier_answer: string;
  readonly ai_footer: string;
  readonly desk: DeskTexts;
}

export const englishTexts: MemberTexts = {
  not_covered: "I don't know: I found nothing about this in the documentation.",
  out_of_scope: 'This is outside of what I can help with here.',
  nearest_pages: 'The nearest pages',
  cannot_look_up: 'I cannot look this up right now. Please ask again later, or wait for the team.',
  refused: 'I cannot answer this message. Please put your question in other words.',
  say_more: 'Can you say a little more about what you want to know?',
  links_heading: 'Links',
  answered_by_team: 'Answered by the team',
  earlier_answer: '-# This was asked before. The answer given then:',
  ai_footer: '-# Written by an AI from the documentation. It can be wrong.',
  desk: englishDeskTexts,
};

export const frenchTexts: MemberTexts = {
  not_covered: "Je ne sais pas : je n'ai rien trouvé à ce sujet dans la documentation.",
  out_of_scope: 'Cela sort de ce pour quoi je peux aider ici.',
  nearest_pages: 'Les pages les plus proches',
  cannot_look_up:
    "Je ne peux pas faire cette recherche pour l'instant. Réessayez plus tard, ou attendez l'équipe.",
  refused: 'Je ne peux pas répondre à ce message. Merci de reformuler votre question.',
  say_more: 'Pouvez-vous préciser un peu votre question ?',
  links_heading: 'Liens',
  answered_by_team: "Réponse de l'équipe",
  earlier_answer: '-# Cette question a déjà été posée. Voici la réponse donnée alors :',
  ai_footer: '-# Rédigé par une IA à partir de la documentation. Elle peut se tromper.',
  desk: frenchDeskTexts,
};
