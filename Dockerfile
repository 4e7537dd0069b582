# Steward's image: one for all roles.
FROM node:24.21.0-bookworm-slim

# TLS to Temporal and to model providers.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/*

WORKDIR /app
ENV NODE_ENV=production
# With an arena for each native thread, an open run takes three times the memory.
ENV MALLOC_ARENA_MAX=2

# Without install scripts: the image has Node already, and nothing else needs them.
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && npm cache clean --force

COPY activities activities
COPY adapters adapters
COPY compose/run-steward.sh compose/run-steward.sh
COPY config config
COPY domain domain
COPY extractive-model extractive-model
COPY interactions interactions
COPY skills skills
COPY workers workers
COPY workflows workflows

# A new volume inherits the folder's owner.
RUN mkdir /data && chown node:node /data
VOLUME /data
ENV STEWARD__STORAGE__DATA_DIR=/data
USER node

ENTRYPOINT ["node", "workers/cli.ts"]
CMD ["worker", "--role", "all"]
