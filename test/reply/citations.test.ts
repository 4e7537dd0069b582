import { expect, it } from 'vitest';
import { checkAddresses } from '../../workers/commands/operations/doctor/check-addresses.ts';
import { startSite } from '../support/pages/test-site.ts';
import { agreeable } from '../support/provider/agreeable.ts';
import { startScriptedModel } from '../support/provider/scripted-model.ts';
import type { Script } from '../support/provider/scripted-provider.ts';
import { openTestSteward } from '../support/steward.ts';

/** Answers from both documents. */
const fromBoth: Script = (shown) =>
  shown.decision === 'LLMSelectionResult'
    ? { look_for: '', selected_source_ids: ['kb:guide.md', 'kb:moved.md'] }
    : agreeable(shown);

it('a posted answer has only links that lead somewhere, and names the other pages', async () => {
  const site = await startSite({ '/docs/guide': '<!doctype html><h1>Guide</h1>' });
  const steward = await openTestSteward({
    model: await startScriptedModel(fromBoth),
    files: { 'guide.md': '# Guide\n\nSet the port.\n', 'moved.md': '# Moved\n\nSet the host.\n' },
    settings: {
      kb: { public_urls: { '': `${site.url}/docs/` } },
      pages: { allow_hosts: [site.host] },
    },
  });
  await steward.work(['all']);
  await steward.indexDocuments();

  const first = await steward.say({ by: 'anna', text: 'How do I set the port?' });
  await steward.settle();
  const record = await steward.storage.records.replyRecord(first.id);
  expect(record?.citations.map(({ title, url }) => [title, url])).toEqual([
    ['Guide', `${site.url}/docs/guide`],
    ['Moved', null],
  ]);
  expect(record?.post?.parts.join('\n')).toContain(`- Guide: <${site.url}/docs/guide>\n\nFrom: Moved\n`);
  expect(record?.statuses.map(({ status }) => status)).toContain('VERIFYING_CITATION');
  expect(await checkAddresses(steward.config, steward.storage)).toEqual([
    expect.objectContaining({
      severity: 'warning',
      message: expect.stringContaining(`${site.url}/docs/moved leads nowhere (HTTP 404)`),
    }),
  ]);
});
