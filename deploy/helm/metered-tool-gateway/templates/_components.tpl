{{/*
Every component: one row here, and one block in values.yaml. Deployments, Services, ServiceAccounts, autoscalers,
disruption budgets, environments and network policies all follow from the rows.

block     key of its block in values.yaml
main      what its container runs, from the root of the image
node      flags for Node
allocator settings of the C library's allocator
listens   http and grpc; what listens also has the ops port, probes and Services
database  name of its part of the database: its URL is the key NAME-url of the PostgreSQL Secret
connections  to the database, besides those of DATABASE_POOL_MAX
calls     setting -> component whose gRPC it calls, or several with commas between
fetches   setting -> component whose HTTP it calls, and the path to append
uses      redis, nats
baseUrl   setting that gets the gateway's public origin
secrets   setting -> key of the gateway's Secret
callers   who may call its gRPC at all; what each may call is in packages/rpc/src/access.ts
identity  whose GRPC_TOKEN it has; what calls has its own name
service   whose settings, callers and logins it has, where several components are one service: cells of billing
cell      its cell, and in `cells` the components of all of them, whose gRPC it calls
*/}}
{{- define "mtg.components" -}}
edge-proxy:
  block: edgeProxy
  main: services/edge-proxy/src/main.ts
  node: [--max-semi-space-size=32, --no-allocation-site-pretenuring]
  allocator: {MALLOC_MMAP_THRESHOLD_: 131072, MALLOC_ARENA_MAX: 2}
  listens: [http, grpc]
  calls:
    AUTH_ADDR: auth
    BILLING_ADDR: {{ include "mtg.billings" . }}
    METERING_ADDR: metering
    OAUTH_ADDR: oauth-server
  fetches:
    OAUTH_URL: {component: oauth-server, path: ""}
    BILLING_URL: {component: billing, path: ""}
    CONSOLE_URL: {component: console, path: ""}
  uses: [nats]
  callers: [console, operator, reader]
  baseUrl: BASE_URL
auth:
  block: auth
  main: services/auth/src/main.ts
  listens: [grpc]
  database: auth
  connections: 4
  fetches:
    OAUTH_JWKS_URL: {component: oauth-server, path: /.well-known/jwks.json}
  uses: [nats]
  callers: [edge-proxy, billing, metering, oauth-server, console, operator, reader]
  baseUrl: ISSUER
  secrets:
    KEY_PEPPER: key-pepper
{{- range include "mtg.cells" . | fromYamlArray }}
{{ .component }}:
  service: billing
  {{- with .name }}
  cell: {{ . }}
  cells: [{{ include "mtg.billings" $ }}]
  {{- end }}
  block: billing
  main: services/billing/src/main.ts
  listens: [http, grpc]
  database: billing
  connections: 10
  calls:
    METERING_ADDR: metering
    AUTH_ADDR: auth
  uses: [redis, nats]
  callers: [edge-proxy, billing, console, operator, reader]
  baseUrl: BASE_URL
  secrets:
    ENCRYPTION_KEY: billing-encryption-key
{{- end }}
metering:
  block: metering
  main: services/metering/src/main.ts
  listens: [grpc]
  database: metering
  calls:
    AUTH_ADDR: auth
  uses: [nats]
  callers: [edge-proxy, billing, console, operator, reader]
oauth-server:
  block: oauthServer
  main: services/oauth-server/src/main.ts
  listens: [http, grpc]
  database: oauth
  connections: 2
  calls:
    AUTH_ADDR: auth
  uses: [redis]
  callers: [edge-proxy, console, operator]
  baseUrl: ISSUER
  secrets:
    ENCRYPTION_KEY: oauth-encryption-key
console:
  block: console
  main: services/console/src/main.ts
  listens: [http]
  database: console
  calls:
    AUTH_ADDR: auth
    BILLING_ADDR: billing
    METERING_ADDR: metering
    OAUTH_ADDR: oauth-server
    EDGE_ADDR: edge-proxy
  uses: [redis]
  baseUrl: BASE_URL
  secrets:
    ENCRYPTION_KEY: console-encryption-key
{{- if .Values.toolbox.enabled }}
toolbox:
  block: toolbox
  identity: operator
  calls:
    AUTH_GRPC: auth
    BILLING_GRPC: billing
    METERING_GRPC: metering
    OAUTH_GRPC: oauth-server
    EDGE_GRPC: edge-proxy
{{- end }}
{{- end }}

{{/* The service that a component is, or is a part of. As the component. */}}
{{- define "mtg.service" -}}
{{- (.row | default dict).service | default .component -}}
{{- end }}

{{/* Settings that only one component has, as a YAML map. dict "root" $ "component" NAME "block" its values */}}
{{- define "mtg.ownSettings" -}}
{{- $values := .root.Values -}}
{{- if has .component (list "edge-proxy" "metering") }}
USAGE_STREAM_REPLICAS: {{ $values.nats.streamReplicas }}
USAGE_STREAM_MAX_BYTES: {{ include "mtg.text" $values.nats.streamBytesMax | quote }}
{{- end }}
{{- if eq .component "edge-proxy" }}
ALLOW_PRIVATE_UPSTREAMS: {{ join "," .block.publishers.privateRanges | quote }}
ALLOW_HTTP_UPSTREAMS: {{ .block.publishers.allowHttp | quote }}
TRUST_FORWARDED_FOR: {{ include "mtg.trustForwardedFor" .root | quote }}
{{- end }}
{{- if eq (include "mtg.service" .) "billing" }}
PAYMENT_PROCESSOR: {{ $values.payments.processor }}
{{- with .row.cell }}
CELLS: {{ include "mtg.cellAddresses" $.root | quote }}
CELL: {{ . }}
{{- end }}
{{- end }}
{{- if eq .component "console" }}
TRUSTED_PROXIES: {{ join "," .block.trustedProxies | quote }}
OUTBOX_DIR: /tmp/outbox
MAIL_FROM: {{ .block.mail.from | quote }}
{{- if .block.url }}
CONSOLE_ORIGIN: {{ .block.url | quote }}
{{- end }}
{{- end }}
{{- if eq .component "oauth-server" }}
TRUSTED_PROXIES: {{ join "," .block.trustedProxies | quote }}
{{- if .block.signingKey.existingSecret }}
SIGNING_KEY_FILE: /etc/mtg/signing-key/{{ .block.signingKey.key }}
{{- end }}
{{- end }}
{{- end }}

{{/* Whether something of ours stands in front of the edge, unless the values say. */}}
{{- define "mtg.trustForwardedFor" -}}
{{- $given := .Values.edgeProxy.trustForwardedFor -}}
{{- if kindIs "bool" $given -}}{{ $given }}{{- else -}}{{ or .Values.ingress.enabled .Values.httpRoute.enabled }}{{- end -}}
{{- end }}

{{/* A component's values: its own block over the defaults. dict "root" $ "row" ROW */}}
{{- define "mtg.block" -}}
{{- $own := omit (index .root.Values .row.block) "cells" -}}
{{- $ofCell := dict -}}
{{- with .row.cell -}}
{{- $ofCell = (include "mtg.cell" (dict "root" $.root "name" .) | fromYaml).values -}}
{{- end -}}
{{- mustMergeOverwrite (deepCopy .root.Values.defaults) (deepCopy $own) $ofCell | toYaml -}}
{{- end }}

{{/* Ports that components listen on. */}}
{{- define "mtg.ports" -}}
http: 8080
grpc: 9090
ops: 9100
{{- end }}
