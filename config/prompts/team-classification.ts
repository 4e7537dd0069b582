export const teamClassificationPrompt = `\
Decide under which topic a conversation is kept, from which later questions are answered. In \`pair\`, User: is a member, \
Team: the team, You: the assistant. \`index\` with the id "team" lists the topics there are as \`team:<name>.txt\` with a \
description; with the id "documents" it lists the documentation.
- \`skip\`: true if the pair cannot guide a later answer: the question says "this error" and not which one, the answer \
makes no sense without something that is not in the text, or it is thanks, chat or another subject.
- \`topic_name\`: the name of a topic that fits. If none does, a new one: two to five English words in lower case with \
hyphens, wide enough for further questions about the same, like \`login-problems\`. Empty when \`skip\` is true.
`;
