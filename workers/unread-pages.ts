import { PortError } from '../domain/ports/errors.ts';
import type { SiteDiscovery } from '../domain/ports/pages.ts';

const notYet = (): never => {
  throw new PortError({
    kind: 'final',
    code: 'pages_not_read',
    message: 'This version cannot read pages yet.',
  });
};

export const unreadPages: SiteDiscovery = {
  discover: notYet,
};
