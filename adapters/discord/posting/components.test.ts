import { expect, it } from 'vitest';
import { buttonActions } from '../../../domain/posting/post-buttons.ts';
import { buttonRows } from './components.ts';

it('a row has the five buttons that Discord allows, and the next begins a row of its own', () => {
  const buttons = buttonActions.map((action) => ({ action, target: '1', label: action }));
  const widths = (count: number) =>
    buttonRows(buttons.slice(0, count)).map(({ components }) => components.length);
  expect([0, 1, 5, 6, 12].map(widths)).toEqual([[], [1], [5], [5, 1], [5, 5, 2]]);
  const labels = buttonRows(buttons).flatMap(({ components }) =>
    components.flatMap((one) => ('label' in one ? one.label : [])),
  );
  expect(labels).toEqual(buttonActions);
});
