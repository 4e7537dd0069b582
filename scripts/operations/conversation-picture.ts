import markdownIt from 'markdown-it';
import type { CommunityEvent } from '../../domain/operations/community-events.ts';

interface Line {
  readonly author: string;
  readonly role?: string;
  readonly text: string;
}

/** Draws the beginning of the demo as members see it: what was said, and what Steward posted, word for word. */
export function conversationHtml(events: readonly CommunityEvent[], script: readonly Line[]): string {
  const answered = events
    .filter((event) => event.event === 'reply')
    .filter((one) => one.outcome === 'answered');
  const silent = events.filter((event) => event.event === 'skipped').at(-1);
  const team = script.find(({ role }) => role === 'team');
  const author = (text: string) => script.find((line) => line.text === text)?.author ?? 'anna';
  const exchanges = answered
    .slice(0, 2)
    .map(({ question, answer }) => turn(author(question), question) + turn('Steward', answer, 'steward'));
  const learned = [
    ...(silent
      ? [turn(author(silent.question), silent.question, '', 'Nothing covers it: Steward stays silent')]
      : []),
    ...(team ? [turn(team.author, team.text, 'team', 'Steward learns it')] : []),
  ];
  const turns = [exchanges[0], ...learned, exchanges[1]];
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><main>${turns.join('')}</main>`;
}

const markdown = markdownIt({ breaks: true });

function turn(name: string, text: string, role = '', note = ''): string {
  const shown = text.replaceAll(/^-# (.*)$/gmu, '_$1_').replaceAll(/\[([^\]]+)\]\(<([^>]+)>\)/gu, '[$1]($2)');
  const mark =
    role === 'steward' ? '<b class="app">APP</b>' : role === 'team' ? '<b class="team">TEAM</b>' : '';
  return `<section class="${role}"><i>${name.charAt(0).toUpperCase()}</i><div><h2>${name} ${mark}</h2>${markdown.render(shown)}${note === '' ? '' : `<small>${note}</small>`}</div></section>`;
}

const style = `
  body { background: #1e1f22; color: #dbdee1; font: 15px/1.4 system-ui, 'DejaVu Sans', sans-serif; margin: 0; }
  main { padding: 18px 24px; width: 852px; }
  section { display: flex; gap: 14px; margin-bottom: 14px; }
  section > i { background: #5865f2; border-radius: 50%; color: white; flex: 0 0 38px; font-style: normal; height: 38px; line-height: 38px; text-align: center; }
  section.steward > i { background: #0f766e; }
  section.team > i { background: #b45309; }
  section > div { min-width: 0; overflow-wrap: anywhere; }
  h2 { font-size: 15px; margin: 0 0 2px; }
  h3 { font-size: 15px; margin: 6px 0 2px; }
  .app, .team b { background: #5865f2; border-radius: 3px; color: white; font-size: 10px; padding: 1px 4px; vertical-align: 1px; }
  b.team { background: #b45309; border-radius: 3px; color: white; font-size: 10px; padding: 1px 4px; vertical-align: 1px; }
  p, ul, pre { margin: 2px 0 6px; }
  pre { background: #2b2d31; border-radius: 6px; font-size: 12px; line-height: 1.3; padding: 8px 10px; }
  code { font-family: 'DejaVu Sans Mono', monospace; }
  a { color: #00a8fc; text-decoration: none; }
  small { background: #2b2d31; border-radius: 8px; color: #b5bac1; padding: 2px 8px; }
`;
