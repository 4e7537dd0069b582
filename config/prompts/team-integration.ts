export const teamIntegrationPrompt = `\
\`pair\` is a new conversation in which the team answered, \`topic\` holds the earlier ones of its topic. Decide what changes.
- \`skip\`: true only if \`topic\` already says everything that \`pair\` says.
- \`remove_ids\`: the ids of earlier pairs that \`pair\` corrects, contradicts or replaces as a whole, because the team is \
right in what it said last. Only ids that stand in \`topic\`. A pair that is about the same but still true stays. Mostly \
the list is empty.
`;
