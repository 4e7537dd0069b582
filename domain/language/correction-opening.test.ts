import { expect, it } from 'vitest';
import { withoutCorrectionOpening } from './correction-opening.ts';

it.each([
  ['Wrong, it moved to Monday 30 November 17:00 UTC', 'It moved to Monday 30 November 17:00 UTC'],
  ['That has changed: the office hours are at 15:00 UTC.', 'The office hours are at 15:00 UTC.'],
  ["That's wrong. You need version 3.", 'You need version 3.'],
  ['No, that was a mistake: it has always been 50 MB.', 'It has always been 50 MB.'],
  ['Hi Ben, sorry, this is no longer true! Use the new button.', 'Use the new button.'],
  ['<@123> What the bot said is wrong — the port is 8081.', 'The port is 8081.'],
  ['Not quite: only admins can.', 'Only admins can.'],
  ['Actually it is 8081.', 'It is 8081.'],
  ['Actually, that is outdated. We use pnpm.', 'We use pnpm.'],
  ['Correction: npmrc comes first.', 'npmrc comes first.'],
  ['Wrong.', ''],
  ['Das stimmt nicht mehr: Es ist Port 8081.', 'Es ist Port 8081.'],
  ['Wrong, npm ci is what you need.', 'npm ci is what you need.'],
  ["C'est faux, il faut la version 3.", 'Il faut la version 3.'],
])('%j says %j', (text, said) => {
  expect(withoutCorrectionOpening(text)).toBe(said);
});

it.each([
  'No, it always needs one.',
  'It is wrong to edit the file by hand.',
  'Wrong passwords lock the account after ten tries.',
  'That has changed since version 3, where the key is called port.',
  'The answer is in the settings.',
  'Not all plans have it.',
  'The limit is 5 MB. Wrong values end the start.',
  'Error: EACCES means that the folder is not yours.',
  'Erreur : le dossier ne vous appartient pas.',
])('%j stays as it is', (text) => {
  expect(withoutCorrectionOpening(text)).toBe(text);
});
