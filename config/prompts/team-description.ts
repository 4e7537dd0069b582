export const teamDescriptionPrompt = `\
\`topic\` holds questions of members with the team's answers. Describe it for an index from which sources are chosen by \
question.
- \`text\`: two or three plain English sentences, 60 words at most. Which problems and questions are answered there? Name \
products, commands, settings and error messages as members do.
- Only what the topic says. No names of people, no list, no blank line.
`;
