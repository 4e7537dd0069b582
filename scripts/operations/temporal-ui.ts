import { chromium, type Locator } from 'playwright-core';

/** The Temporal UI in a headless Chromium, as an operator sees it. */
export async function openTemporalUi({ uiUrl, chromiumPath }: Browsing) {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const page = await browser.newPage({ viewport: { width: 1400, height: 800 } });
  page.setDefaultTimeout(15_000);
  const workflows = `${uiUrl}/namespaces/default/workflows`;
  const shown = (found: Locator) => found.filter({ visible: true }).first();
  const dialog = page.locator('dialog[open]');
  return {
    page,
    close: () => browser.close(),
    button: (name: string) => shown(page.getByRole('button', { name, exact: true })),
    menuItem: (name: string) => shown(page.getByRole('menuitem', { name, exact: true })),
    tab: (name: string) => shown(page.getByText(name, { exact: true })),
    dialog,
    list: async (query: string) => {
      await page.goto(`${workflows}?query=${encodeURIComponent(query)}`);
      await page.getByRole('table').waitFor();
    },
    run: async (workflowId: string) => {
      await page.goto(`${workflows}/${encodeURIComponent(workflowId)}`);
      await page.getByRole('heading', { name: workflowId }).waitFor();
    },
    startWorkflow: () => page.goto(`${workflows}/start-workflow`),
    schedule: (id: string) => page.goto(`${uiUrl}/namespaces/default/schedules/${id}`),
  };
}

interface Browsing {
  readonly uiUrl: string;
  readonly chromiumPath: string;
}
