export const documentDescriptionPrompt = `\
Describe \`document\` for an index from which sources are chosen by question.
- \`text\`: two or three plain English sentences, 60 words at most. Which subjects, tasks, commands, settings and error \
messages does it cover, and for which questions is it worth reading? Use the document's own terms.
- Only what the document says. No praise, no list, no blank line.
`;
