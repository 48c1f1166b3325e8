# One image for all of the gateway. What runs is named by its path: services/NAME/src/main.ts,
# tools/migrations/src/main.ts or tools/cli/src/main.ts. How to build, push and name it: docs/install.md.
# Both are pinned to the digest of their index for all architectures; another mirror or version is a build argument.
ARG BUILD_IMAGE=docker.io/library/node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe
ARG RUNTIME_IMAGE=gcr.io/distroless/nodejs24-debian13:nonroot@sha256:774b7d020b24214835769e24c3544835526cd0288f0b094eae48e8b2c2429a79

FROM ${BUILD_IMAGE} AS build
# Where packages come from. Certificates (PEM) to trust on the way there are the secret `ca`; the .npmrc of a registry
# that wants a login is the secret `npmrc`. Neither stays in the image.
ARG NPM_REGISTRY=https://registry.npmjs.org/
ENV npm_config_registry=${NPM_REGISTRY} pnpm_config_registry=${NPM_REGISTRY}
WORKDIR /src
COPY . .
# What is built has no one who may write to it, but its owner, root: the user below can change nothing.
RUN --mount=type=secret,id=ca,target=/run/secrets/ca.pem \
    --mount=type=secret,id=npmrc,target=/root/.npmrc \
    if [ -s /run/secrets/ca.pem ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca.pem SSL_CERT_FILE=/run/secrets/ca.pem; fi; \
    npm run build:image -- /out && chmod -R a-w,a+rX /out

FROM ${RUNTIME_IMAGE}
WORKDIR /app
COPY --from=build --chown=0:0 /out /app
ARG VERSION=unknown
ARG REVISION=unknown
# Builders that cache layers know by a command alone that an argument is another; podman 4 would keep the labels of the build before.
RUN ["/nodejs/bin/node", "-e", ""]
LABEL org.opencontainers.image.title="Metered Tool Gateway" \
      org.opencontainers.image.description="A gateway that authenticates, meters and bills calls from AI agents to MCP tools and text models." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# `node` is found by name too, as Kubernetes manifests call it.
ENV NODE_ENV=production PATH=/nodejs/bin:/usr/local/bin:/usr/bin:/bin
USER 65532:65532
ENTRYPOINT ["/nodejs/bin/node"]
CMD ["services/edge-proxy/src/main.ts", "--help"]
