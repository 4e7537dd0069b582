import { idsInIndex, meantId } from '../../../../domain/documents/index-file.ts';
import { askModel, questionSections, searchedText } from '../ask-model.ts';
import { mayAnswerFromImages, mayAskBack } from '../load-sources.ts';
import type { RunContext } from '../run-context.ts';
import { searchDecision } from '../trace.ts';
import type { ChosenSources, ReplyStateValue, ReplyUpdate } from '../state.ts';

/**
 * Chooses sources from the index, which comes first so that providers' caches hold it, or from its best entries if it is too
 * long. Drops ids that the model did not see, and cuts the rest to `max_sources`. A follow-up keeps the last answer's sources that
 * are still in the index, behind the first that are chosen. For a member who asks directly, an empty choice is made once more from
 * what the model's own words find; if nothing fits then, generation may only ask back.
 */
export async function selectNode(state: ReplyStateValue, run: RunContext): Promise<ReplyUpdate> {
  const reusedIds = await stillThere(state.selectedSourceIds, run);
  const choice = state.chosenAhead ?? (await chooseSources(state, run));
  const { askedDirectly } = run.snapshot;
  const isEmpty = reusedIds.length === 0 && choice.ids.length === 0;
  const looksAgain = isEmpty && choice.bySearch && askedDirectly && choice.lookFor !== '';
  const { ids, bySearch, lookFor } = looksAgain ? await chooseAgain(choice, state, run) : choice;
  const { max_sources: most } = run.config.ai_response;
  // One of the last answer stays in any case.
  const first = ids.slice(0, Math.min(chosenFirst, most - 1));
  const selectedSourceIds = [...new Set([...first, ...reusedIds, ...ids])].slice(0, most);
  const mayGoOn = selectedSourceIds.length > 0 || mayAnswerFromImages(run) || mayAskBack(run);
  const ended = mayGoOn ? null : 'no_source_selected';
  return { selectedSourceIds, bySearch, lookFor, ended };
}

/** As many as selection is asked for: what a new subject needs is not crowded out by the one before. */
const chosenFirst = 3;

/** Beside the gate, which may still rewrite the question: null if the words decide what the index shows. */
export async function chooseAhead(state: ReplyStateValue, run: RunContext): Promise<ChosenSources | null> {
  const shortlist = await shortlistFor(state, run);
  return shortlist.bySearch && state.conversation !== '' ? null : chooseFrom(shortlist, state, run);
}

const chooseSources = async (state: ReplyStateValue, run: RunContext): Promise<ChosenSources> =>
  chooseFrom(await shortlistFor(state, run), state, run);

/** From what the model's own words find, unless that is what it has seen already. */
async function chooseAgain(
  first: ChosenSources,
  state: ReplyStateValue,
  run: RunContext,
): Promise<ChosenSources> {
  const looking = { ...state, lookFor: first.lookFor };
  const [seen, searched] = await Promise.all([shortlistFor(state, run), shortlistFor(looking, run)]);
  return searched.text === seen.text ? first : chooseFrom(searched, looking, run);
}

async function shortlistFor(state: ReplyStateValue, run: RunContext) {
  const {
    text,
    found = new Map<string, readonly string[]>(),
    ...how
  } = await run.sources.shortlist({
    query: searchedText(state),
    generation: run.generation,
    maxTokens: run.config.ai_response.max_index_tokens,
    wholeTokens: run.config.ai_response.whole_index_tokens,
  });
  return { ...how, text: withPlaces(text, found) };
}

/** Adds to the entries of pages the headings that were found in them: a description need not name a section of a long page. */
const withPlaces = (index: string, places: ReadonlyMap<string, readonly string[]>): string =>
  places.size === 0
    ? index
    : index
        .split('\n\n')
        .map((entry) => {
          const place = places.get(entry.split('\n', 1)[0] ?? '')?.join(' > ');
          return place ? `${entry.trimEnd()}\nFound: ${place}` : entry;
        })
        .join('\n\n');

async function chooseFrom(
  { text, bySearch, lacksVectors }: Awaited<ReturnType<typeof shortlistFor>>,
  state: ReplyStateValue,
  run: RunContext,
): Promise<ChosenSources> {
  if (lacksVectors) run.recordDecision({ decision: searchDecision, value: 'by words: vectors were missing' });
  const decision = await askModel(run, {
    decision: 'LLMSelectionResult',
    step: 'selection',
    // If there was a gate, its rewriting describes the images.
    seesImages: state.gateDecision === null,
    subject: state.subject,
    sections: bySearch
      ? [...questionSections(state), { name: 'index', id: null, text, by: 'search' }]
      : [{ name: 'index', id: null, text }, ...questionSections(state)],
  });
  const indexedIds = idsInIndex(text);
  const meant = decision.selected_source_ids.flatMap((id) => meantId(id, indexedIds) ?? []);
  return { ids: [...new Set(meant)], bySearch, lookFor: (decision.look_for ?? '').slice(0, maxLookForChars) };
}

/** A line of words; models may write more. */
const maxLookForChars = 400;

async function stillThere(ids: readonly string[], run: RunContext): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const indexedIds = idsInIndex(await run.sources.combinedIndex(run.generation));
  return ids.filter((id) => indexedIds.has(id));
}
