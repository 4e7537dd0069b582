export const verificationPrompt = `\
Decide whether \`draft\`, an answer to \`question\`, may be posted in public.
- \`is_good_enough\` is true only if each statement of the draft is supported by a \`source\` section, it answers what was \
asked, it is clear and polite, and it gives away no personal data, password or key. Where sources contradict each other, \
those whose id begins with \`team:\` are right.
- \`issues\`: what is wrong, a short sentence each, else an empty list.
- \`suggested_fix\`: how to mend the draft, or null.
`;
