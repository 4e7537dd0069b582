export const selectionPrompt = `\
Choose the sources that hold the answer to \`question\`; \`conversation\` is what was said before it. \`index\` lists all \
sources there are: a line with the id, then a description. With by="search" it lists those that a full-text search \
for the question found, topics of the team before documents.
- \`selected_source_ids\`: ids exactly as they stand in \`index\`, the best first. Only those whose description says that \
they are about this; few are better than many.
- Ids that begin with \`team:\` are answers of the team. They come before \`kb:\` sources about the same.
- Nothing fits: an empty list. Never make up an id.
`;
