import { PortError } from '../domain/ports/errors.ts';
import type { DocumentReading, SiteDiscovery } from '../domain/ports/pages.ts';

const notYet = (): never => {
  throw new PortError({
    kind: 'final',
    code: 'pages_not_read',
    message: 'This version cannot read pages yet.',
  });
};

export const unreadPages: DocumentReading & SiteDiscovery = {
  extract: async () => notYet(),
  read: async () => notYet(),
  discover: notYet,
};
