import { addGaps } from './gaps-view.ts';
import { addNumbers } from './numbers-view.ts';
import { addQuestion } from './question-view.ts';
import { addQuestions } from './questions-view.ts';
import { addRehearsal } from './rehearsal-view.ts';
import type { PageViews, Routes } from './routes.ts';
import { addKeys } from './settings/keys-view.ts';
import { addSettings } from './settings/settings-view.ts';
import { addSources } from './sources-view.ts';
import { addTeam } from './team-view.ts';

export function addViews(page: PageViews, routes: Routes): void {
  for (const add of [
    addQuestions,
    addQuestion,
    addGaps,
    addTeam,
    addSources,
    addRehearsal,
    addNumbers,
    addKeys,
    addSettings,
  ])
    add(page, routes);
}
