# syntax=docker/dockerfile:1
# One image for all of the gateway. What runs is named by its path: services/NAME/src/main.ts,
# tools/migrations/src/main.ts or tools/cli/src/main.ts. See docs/operations.md.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-trixie-slim AS build
WORKDIR /src
COPY . .
RUN npm run build:image -- /out

FROM gcr.io/distroless/nodejs24-debian13:nonroot
ARG VERSION
ARG REVISION
LABEL org.opencontainers.image.title="Metered Tool Gateway" \
      org.opencontainers.image.description="A gateway that authenticates, meters and bills calls from AI agents to MCP tools and text models." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
WORKDIR /app
# Root owns it, so that the user below can change nothing.
COPY --from=build --chown=0:0 --chmod=a-w,a+rX /out /app
# `node` is found by name too, as Kubernetes manifests call it.
ENV NODE_ENV=production PATH=/nodejs/bin:/usr/local/bin:/usr/bin:/bin
USER 65532:65532
ENTRYPOINT ["/nodejs/bin/node"]
CMD ["services/edge-proxy/src/main.ts", "--help"]
