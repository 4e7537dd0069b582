/** The JSON schema of the config, for editors. */
export const configSchemaUrl = new URL('schema.json', import.meta.url);
