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
