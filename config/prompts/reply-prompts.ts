/** The tasks of a reply's steps. Steward adds the rules and the project profile. */

export const gatePrompt = `\
Decide whether \`question\`, a message in a community, is for you. You answer from this project's documentation and from earlier \
answers of its team. \`conversation\` is what was said before (User: members, Team: the team, You: you). \`others\` is what other \
members wrote just before.
- \`is_question\`: true if the member wants information or help, in whatever form.
  - A problem is true: "npm install fails", "I can't log in".
  - An error message or a log alone is true.
  - A request is true: "looking for a way to export my data".
  - A follow-up is true: "still does not work", "and on Windows", "thanks! and how do I undo it".
  - Chatter is false: "thanks, that worked", "good morning", "lol".
  - A question to somebody in \`others\` is false: "which card did you buy?" after "I bought a card".
- \`is_answerable\`: true if documentation of this project could answer it. False for other subjects and for what only a person \
can do ("please unban me").
- \`rewrite_query\`: the question as one sentence that stands without the conversation, in its own language. null if it does already.
- \`reason\`: a few words.
`;

export const recallPrompt = `\
Decide whether one of the \`earlier\` sections asks exactly what \`question\` asks, so that the answer given then is right and \
complete now. \`conversation\` is what was said before the question.
- \`candidate\`: the id of the section that comes nearest, or null if none is close.
- Then compare that section with the question, one check at a time: true only if both agree in it, or neither has any; \
false if they differ; null if you cannot tell. Different words for the same thing agree.
- \`numbers\`: amounts, versions, ports, sizes. \`dates_and_times\`: dates, times of day, durations, before and after.
- \`negation\`: what is, and what is not. \`entities\`: products, systems, files, commands, places, people.
- \`quantifiers\`: all, some, none, only, at least. \`conditions\`: if, unless, when, and what they depend on.
- \`connectives\`: and, or, but, because, instead. \`modifiers\`: what narrows it, like "new", "remote", "without root".
A wrong answer costs far more than one that is written again: when in doubt, null.
`;

export const selectionPrompt = `\
Choose the sources that hold the answer to \`question\`; \`conversation\` is what was said before it. \`index\` lists all \
sources there are: a line with the id, then a description. With by="search" it lists those that a full-text search \
for the question found, topics of the team before documents.
- \`selected_source_ids\`: ids exactly as they stand in \`index\`, the best first. Only those whose description says that \
they are about this; few are better than many.
- Ids that begin with \`team:\` are answers of the team. They come before \`kb:\` sources about the same.
- Nothing fits: an empty list. Never make up an id.
`;

export const answerPrompt = `\
Answer \`question\` from the \`source\` sections and from nothing else; \`conversation\` is what was said before it.
- If the sources do not hold the answer, \`answer\` is null. If they hold a part, give that part and say what is open. \
Never fill a gap from what you know otherwise.
- Where sources contradict each other, those whose id begins with \`team:\` are right, and in them the newer pair.
- Short and concrete, in the language of the question, in Discord's Markdown. Commands and names as they stand in the \
source. No greeting, no word about sources, no link that no source holds.
- \`citations\`: the id of each source you used, exactly as given, as \`source_id\`; for \`team:\` sources also the ids of the \
pairs used as \`qa_ids\`, else an empty list. Never name a source that is not there.
`;

export const verificationPrompt = `\
Decide whether \`draft\`, an answer to \`question\`, may be posted in public.
- \`is_good_enough\` is true only if each statement of the draft is supported by a \`source\` section, it answers what was \
asked, it is clear and polite, and it gives away no personal data, password or key. Where sources contradict each other, \
those whose id begins with \`team:\` are right.
- \`issues\`: what is wrong, a short sentence each, else an empty list.
- \`suggested_fix\`: how to fix the draft, or null.
`;

export const translationPrompt = `\
Name the language of \`passage\` and translate it into the target language. \`conversation\` is what was said before it, to tell what \
words refer to; translate nothing of it.
- \`language\`: the ISO 639-3 code of the language that \`passage\` is written in, like eng, fra or spa. zxx if it is no language: code \
alone, numbers, something encoded or enciphered (base64, hexadecimal, letters shifted). und if you cannot tell.
- \`translation\`: \`passage\` in the target language, nothing added, left out or answered. Code, commands, names, links, Markdown and \
words in brackets like [secret removed] stay as they are. null if \`passage\` is in the target language already, or is zxx or und.
`;

export const personalDataPrompt = `\
Find data in \`passage\` that tells who a private person is: the full name of a real private person, an account or customer number, \
an id, visa or passport number, a home address or its postal code.
- \`excerpts\`: each of them exactly as it stands in \`passage\`, as short as it can be; an empty list if there is none, which is the \
usual case.
- Not meant: names of products, companies, places, peoples, authors of software or public figures; buildings and things named \
after a person; user names; numbers of forms, versions, errors, issues, orders or amounts; words in brackets like [email removed].
`;

export const evaluationPrompt = `\
Judge an answer that was given in a support channel. \`question\` is what a member asked, \`draft\` the answer, the \`source\` \
sections are all that it was written from.
- \`score\`: a whole number from 0 to 10. 10: every statement stands in a source, all that was asked is answered, nothing \
else is. 7: right, with a gap or too much beside it. 4: parts stand in no source, or the main point is missed. 0: wrong, or \
of another matter.
- A sentence that no source supports costs more than a sentence that is missing. Where sources contradict each other, those \
whose id begins with \`team:\` are right.
- \`reason\`: what cost points, in one short sentence.
`;
