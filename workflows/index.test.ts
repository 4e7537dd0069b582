import { expect, it } from 'vitest';
import * as workflows from './index.ts';

it('every workflow says whether its runs move on to a new version', () => {
  const silent = Object.entries(workflows).filter(
    ([, workflow]) => !('workflowDefinitionOptions' in workflow),
  );
  expect(silent.map(([type]) => type)).toEqual([]);
});
