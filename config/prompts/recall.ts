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
