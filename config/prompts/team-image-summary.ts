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
