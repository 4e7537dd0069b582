import { describe, expect, test } from 'vitest';
import { openExtractiveModel } from './extractive-model.ts';
import { measureQuality, qualitySets } from './quality-measure.ts';
import { measureTeam } from '../answers/team.ts';

const model = openExtractiveModel();

describe.each(Object.keys(qualitySets) as (keyof typeof qualitySets)[])(
  'on the documentation of %s',
  (name) => {
    test('few answers are false, enough covered questions are answered, from the right page', async () => {
      const quality = await measureQuality(model, name);
      expect(quality.covered).toBeGreaterThanOrEqual(20);
      expect(quality.uncovered).toBeGreaterThanOrEqual(20);
      expect(quality.falseAnswerRate).toBeLessThanOrEqual(0.02);
      expect(quality.answerRate).toBeGreaterThanOrEqual(0.3);
      expect(quality.citationPrecision).toBeGreaterThanOrEqual(0.7);
    });
  },
);

test('what the team answered is found in some other words, and never answers almost the same question', async () => {
  const { pairs, answered, nearMisses } = await measureTeam(model);
  expect(answered).toBeGreaterThanOrEqual(pairs * 0.2);
  expect(nearMisses).toBe(0);
});
