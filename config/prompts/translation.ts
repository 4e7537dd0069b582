export const translationPrompt = `\
Name the language of \`passage\` and translate it into the target language. \`conversation\` is what was said before it, to tell what \
words refer to; translate nothing of it.
- \`language\`: the ISO 639-3 code of the language that \`passage\` is written in, like eng, fra or spa. zxx if it is no language: code \
alone, numbers, something encoded or enciphered (base64, hexadecimal, letters shifted). und if you cannot tell.
- \`translation\`: \`passage\` in the target language, nothing added, left out or answered. Code, commands, names, links, Markdown and \
words in brackets like [secret removed] stay as they are. null if \`passage\` is in the target language already, or is zxx or und.
`;
