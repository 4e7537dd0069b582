import type { LibraryDeps } from '../deps.ts';
import { describeSources } from './describe-sources.ts';
import { discoverAddresses } from './discover-addresses.ts';
import { discoverFiles } from './discover-files.ts';
import { discoverSite } from './discover-site.ts';
import { fetchPages } from './fetch-pages.ts';
import { findUnsettled } from './find-unsettled.ts';
import {
  publishIndex,
  endRefresh,
  type BoundedStep,
  type RefreshRun,
  settleDiscovery,
} from './refresh-run.ts';

/** The steps of refreshWorkflow. The list of sources carries what passes between them; they return counts. */
export const refreshSteps = (deps: LibraryDeps) => ({
  discoverFiles: (input: BoundedStep) => discoverFiles(deps, input),
  discoverAddresses: (input: RefreshRun) => discoverAddresses(deps, input),
  discoverSite: (input: RefreshRun & { readonly at: number }) => discoverSite(deps, input),
  settleDiscovery: (input: RefreshRun) => settleDiscovery(deps, input),
  fetchPages: (input: BoundedStep) => fetchPages(deps, input),
  describeSources: (input: BoundedStep) => describeSources(deps, input),
  publishIndex: (input: RefreshRun) => publishIndex(deps, input),
  findUnsettled: (input: { readonly limit: number }) => findUnsettled(deps, input),
  endRefresh: (input: RefreshRun) => endRefresh(deps, input),
});
