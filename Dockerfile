# Drover with Debian's Chromium and Firefox: `docker run --rm -i --init drover mcp` serves MCP on standard streams.
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY native ./native
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run -s build && npm pack --pack-destination /tmp

FROM node:22-bookworm-slim
RUN apt-get update \
 && apt-get install --yes --no-install-recommends chromium firefox-esr fonts-liberation fonts-noto-color-emoji ca-certificates \
 && rm -rf /var/lib/apt/lists/*
COPY --from=build /tmp/drover-*.tgz /tmp/
RUN npm install --global --no-audit --no-fund /tmp/drover-*.tgz && rm /tmp/drover-*.tgz
# Chromium's own sandbox needs user namespaces or a seccomp profile; as another user than root it is used where the container lets it.
RUN useradd --create-home --shell /bin/bash drover
USER drover
WORKDIR /home/drover
ENV DROVER_HOME=/home/drover/.drover DROVER_WORKSPACE=/home/drover/workspace
ENTRYPOINT ["drover"]
CMD ["mcp"]
