/** The tasks of the steps that describe documents and learn from the team. */

export const documentDescriptionPrompt = `\
Describe \`document\` for an index from which sources are chosen by question.
- \`text\`: two or three plain English sentences, 60 words at most. Which subjects, tasks, commands, settings and error \
messages does it cover, and for which questions is it worth reading? Use the document's own terms.
- Only what the document says. No praise, no list, no blank line.
`;

export const teamClassificationPrompt = `\
Decide under which topic a conversation is kept, from which later questions are answered. In \`pair\`, User: is a member, \
Team: the team, You: the assistant. \`index\` with the id "team" lists the topics there are as \`team:<name>.txt\` with a \
description; with the id "documents" it lists the documentation.
- \`skip\`: true if the pair cannot guide a later answer: the question says "this error" and not which one, the answer \
makes no sense without something that is not in the text, or it is thanks, chat or another subject.
- \`topic_name\`: the name of a topic that fits. If none does, a new one: two to five English words in lower case with \
hyphens, wide enough for further questions about the same, like \`login-problems\`. Empty when \`skip\` is true.
`;

export const teamIntegrationPrompt = `\
\`pair\` is a new conversation in which the team answered, \`topic\` holds the earlier ones of its topic. Decide what changes.
- \`skip\`: true only if \`topic\` already says everything that \`pair\` says.
- \`remove_ids\`: the ids of earlier pairs that \`pair\` corrects, contradicts or replaces as a whole, because the team is \
right in what it said last. Only ids that stand in \`topic\`. A pair that is about the same but still true stays. Mostly \
the list is empty.
`;

export const teamDescriptionPrompt = `\
\`topic\` holds questions of members with the team's answers. Describe it for an index from which sources are chosen by \
question.
- \`text\`: two or three plain English sentences, 60 words at most. Which problems and questions are answered there? Name \
products, commands, settings and error messages as members do.
- Only what the topic says. No names of people, no list, no blank line.
`;

export const teamImageSummaryPrompt = `\
A conversation between members and the team is being archived as text. Say what its images show, so that the text alone \
can be understood later. The \`message\` sections are the conversation, oldest first; the \`image\` sections name the \
images that come with this request, in the same order, each with its id, which is the message's id, a slash and the \
image's number in that message.
- For each image one entry in \`summaries\`: \`message_id\` and \`image_index\` from its id, exactly as given, and \`summary\`.
- \`summary\`: one to three plain sentences in the language of the conversation. What of the image matters there: error \
messages word for word, commands, settings and their values, versions, names of windows and buttons.
- Only what can be seen. No guess at the cause, no answer to the question, no names or faces of people, no passwords or \
keys. An image that shows nothing of use: say what kind of image it is.
`;
