import { ApplicationCommandType, ComponentType, InteractionType } from 'discord.js';
import type { Interactions, InteractionUser, ShownInteraction } from './interaction-events.ts';
import { findMessage } from '../../../adapters/discord/emulator/world/messages.ts';
import { locationIdOf, type World } from '../../../adapters/discord/emulator/world/world.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface TestInteractions extends Pick<Interactions, 'command'> {
  readonly menu: (
    actor: InteractionUser & { readonly name: string; readonly on: string },
  ) => ShownInteraction;
  /** Presses the button whose custom id contains `button`. */
  readonly press: (
    actor: InteractionUser & { readonly on: string | ShownInteraction; readonly button: string },
  ) => ShownInteraction;
  readonly submit: (
    actor: InteractionUser & {
      readonly form: ShownInteraction;
      readonly fields: Readonly<Record<string, string>>;
    },
  ) => ShownInteraction;
}

/** Discord's limit for the acknowledgement of an interaction. */
export const acknowledgeMilliseconds = 3_000;

/** Lets members use commands, menus, buttons and forms. An interaction that is not acknowledged in time is a violation. */
export function createTestInteractions(
  world: World,
  { command, send, sent }: Interactions,
  violation: (what: string) => void,
): TestInteractions {
  const watched = (shown: ShownInteraction): ShownInteraction => {
    setTimeout(() => {
      if (!shown.acknowledged()) violation('an interaction that was not acknowledged within three seconds');
    }, acknowledgeMilliseconds).unref();
    return shown;
  };
  return {
    command: (used) => watched(command(used)),

    menu: ({ name, on, ...actor }) => {
      const message = findMessage(world, on);
      if (!message) throw new Error(`no message ${on}`);
      const own = { id: '1', guild_id: world.guildId, name, type: ApplicationCommandType.Message };
      const data = { ...own, target_id: on, resolved: { messages: { [on]: message } } };
      const where = { in: message.channel_id, ...actor };
      return watched(send(where, { type: InteractionType.ApplicationCommand, data }));
    },

    press: ({ on, button, ...actor }) => {
      const message = (
        typeof on === 'string'
          ? findMessage(world, on)
          : { channel_id: locationIdOf(world, actor.in ?? 'help'), ...on.shown() }
      ) as Fields | null;
      const rows = (message?.['components'] ?? []) as readonly { readonly components: readonly Fields[] }[];
      const found = rows
        .flatMap(({ components }) => components)
        .find((each) => String(each['custom_id']).includes(button));
      if (!message || !found) throw new Error(`there is no button ${button}`);
      const data = { component_type: ComponentType.Button, custom_id: found['custom_id'] };
      return watched(send(actor, { type: InteractionType.MessageComponent, data, on: message }));
    },

    submit: ({ form, fields, ...actor }) => {
      const opened = form.form();
      if (!opened) throw new Error('no form was opened');
      const components = Object.entries(fields).map(([id, value]) => ({
        type: ComponentType.Label,
        component: {
          type: id === 'choice' ? ComponentType.RadioGroup : ComponentType.TextInput,
          custom_id: id,
          value,
        },
      }));
      const on = sent.get(form.id)?.on ?? null;
      const data = { custom_id: opened['custom_id'], components };
      return watched(send(actor, { type: InteractionType.ModalSubmit, data, on }));
    },
  };
}
