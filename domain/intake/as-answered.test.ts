import { expect, it } from 'vitest';
import { author, message } from '../../test/support/values/messages.ts';
import { asAnswered } from './as-answered.ts';

const at = (second: number) => message(second).createdAt;
const asked = message(1, { text: 'Is it safe to update?' });
const edited = { ...asked, text: 'Is it safe to disable the firewall?', editedAt: at(20) };
const answer = message(10, { author: author('maya', 'team_member'), text: 'Yes.' });
const more = message(30, { author: author('maya', 'team_member'), text: 'And restart it.' });
const none = () => [];

it('an edit before the team has answered counts', () => {
  const early = { ...edited, editedAt: at(9) };
  expect(asAnswered([early, answer], () => [asked, early])).toEqual({
    messages: [early, answer],
    changedIds: [],
  });
});

it('a message that was never edited counts, though the answer has the same time', () => {
  const quick = { ...answer, createdAt: asked.createdAt };
  expect(asAnswered([asked, quick], none)).toEqual({ messages: [asked, quick], changedIds: [] });
});

it('an edit after the team has answered does not count, though the team writes again', () => {
  const again = { ...edited, text: 'Is it safe to burn it?', editedAt: at(40) };
  const { messages, changedIds } = asAnswered([again, answer, more], () => [again, edited, asked]);
  expect(messages).toEqual([asked, answer, more]);
  expect(changedIds).toEqual([]);
});

it('the newest words that stood when the team answered count', () => {
  const corrected = { ...asked, text: 'Is it safe to update now?', editedAt: at(5) };
  const { messages } = asAnswered([edited, answer], () => [asked, edited, corrected]);
  expect(messages[0]?.text).toBe(corrected.text);
});

it('a title that is changed after the team has answered does not count, and is named where nothing shows what it was', () => {
  const [before, after] = ['Is it safe to update?\nv2', 'Is it safe to burn it?\nv2'].map((text) => ({
    ...asked,
    text,
  }));
  const change = message(20, { text: 'Is it safe to burn it?', isSystem: true });
  expect(asAnswered([after!, answer], () => [before!]).messages[0]).toEqual(before);
  expect(asAnswered([after!, answer, change], none).changedIds).toEqual([asked.id]);
  expect(asAnswered([after!, { ...change, id: '1005' }, answer], none).changedIds).toEqual([]);
});

it('a message of which no earlier words are known is named, as it is now', () => {
  expect(asAnswered([edited, answer], none)).toEqual({ messages: [edited, answer], changedIds: [asked.id] });
});

it('what a member writes after the team, and what the team edits, stays as it is', () => {
  const last = message(40, { editedAt: at(60) });
  const later = { ...answer, text: 'No.', editedAt: at(50) };
  expect(asAnswered([asked, later, last], none)).toEqual({ messages: [asked, later, last], changedIds: [] });
});
