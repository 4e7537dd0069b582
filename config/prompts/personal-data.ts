export const personalDataPrompt = `\
Find data in \`passage\` that tells who a private person is: the full name of a real private person, an account or customer number, \
an id, visa or passport number, a home address or its postal code.
- \`excerpts\`: each of them exactly as it stands in \`passage\`, as short as it can be; an empty list if there is none, which is the \
usual case.
- Not meant: names of products, companies, places, peoples, authors of software or public figures; buildings and things named \
after a person; user names; numbers of forms, versions, errors, issues, orders or amounts; words in brackets like [email removed].
`;
