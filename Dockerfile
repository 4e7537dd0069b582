# Steward's image: one for all roles, made of the package that `npm pack` makes and the dependencies of package-lock.json.
FROM node:24.21.0-bookworm-slim AS base

FROM base AS package
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# Without scripts: `prepack` would install what the line before has installed.
RUN node scripts/build-package.ts \
  && npm pack --ignore-scripts --silent \
  && tar --extract --gzip --file steward-*.tgz --directory /

FROM base AS dependencies
WORKDIR /app
COPY package.json package-lock.json scripts/trim-modules.js ./
# Without install scripts: the image has Node already, and nothing else needs them.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && node trim-modules.js node_modules --production

FROM base
# TLS to Temporal and to model providers.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=package /package ./
# A new volume inherits the folder's owner.
RUN ln -s /app/bin/steward.js /usr/local/bin/steward \
  && mkdir /data compiled \
  && chown node:node /data compiled
VOLUME /data
ENV NODE_ENV=production
ENV NODE_COMPILE_CACHE=/app/compiled
ENV XDG_CACHE_HOME=/data/cache
ENV STEWARD__STORAGE__DATA_DIR=/data
# Where `steward health` asks, inside this container alone.
ENV STEWARD__METRICS__PORT=9464
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["steward", "health"]
USER node
# Fills the compile cache, which belongs to this user.
RUN steward --help >/dev/null && node --eval "import('/app/dist/workers/commands/operations/worker.js')"

ENTRYPOINT ["steward"]
CMD ["worker", "--role", "all"]
