import { findInvitation } from '../../adapters/discord/application.ts';
import { UsageError } from '../exit.ts';
import { loadCommandConfig } from '../load.ts';

/** Prints the link that adds the bot to a server, and what is still to be switched on. */
export async function invite({ config: file }: { readonly config?: string }): Promise<void> {
  const { discord } = loadCommandConfig({ config: file }).config;
  if (discord.token === null)
    throw new UsageError(
      'There is no token yet: set STEWARD__DISCORD__TOKEN (docs/discord.md says where it is from).',
    );
  const { url, canReadMessages } = await findInvitation({
    token: discord.token.reveal(),
    apiUrl: discord.api_url,
  });
  process.stdout.write(`${url}\n`);
  if (!canReadMessages)
    process.stderr.write(
      'Still to do: turn on "Message Content Intent" on the page "Bot" of your application, ' +
        'at https://discord.com/developers/applications.\n',
    );
}
