/** Where a person sees a run in the Temporal UI. Without a run id: all runs of the workflow id. */
export function uiLink(run: {
  readonly uiUrl: string;
  readonly namespace: string;
  readonly workflowId: string;
  readonly runId?: string;
}): string {
  const { uiUrl, namespace, workflowId, runId } = run;
  const parts = ['namespaces', namespace, 'workflows', workflowId, ...(runId ? [runId, 'history'] : [])];
  return `${uiUrl.replace(/\/+$/, '')}/${parts.map(encodeURIComponent).join('/')}`;
}
