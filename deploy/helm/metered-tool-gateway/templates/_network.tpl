{{/*
Pieces of network policies. Flows between components follow from the rows of mtg.components, so that what calls may
call, what is called may be called, and nothing else passes.
*/}}

{{/* Peers: pods of one component. dict "root" $ "component" NAME */}}
{{- define "mtg.peer" -}}
- podSelector:
    matchLabels:
      {{- include "mtg.selector" . | nindent 6 }}
{{- end }}

{{/* Ports. list NUMBER ... */}}
{{- define "mtg.tcpPorts" -}}
{{- range $index, $port := . }}
{{- if $index }}
{{ end -}}
- protocol: TCP
  port: {{ $port }}
{{- end }}
{{- end }}

{{/* Components that this one talks to, with ports, as a YAML map. As the component. */}}
{{- define "mtg.talksTo" -}}
{{- $ports := include "mtg.ports" .root | fromYaml -}}
{{- $talks := dict -}}
{{- $called := without (.row.cells | default list) .component -}}
{{- range .row.calls }}{{ $called = concat $called (splitList "," .) }}{{ end -}}
{{- range $component := $called -}}
{{- $_ := set $talks $component (append (get $talks $component | default list) $ports.grpc) -}}
{{- end -}}
{{- range $target := .row.fetches -}}
{{- $_ := set $talks $target.component (append (get $talks $target.component | default list) $ports.http) -}}
{{- end -}}
{{- $talks | toYaml -}}
{{- end }}

{{/* Egress that every pod with names to resolve needs. */}}
{{- define "mtg.dnsEgress" -}}
- to:
    {{- toYaml .Values.networkPolicy.dns.to | nindent 4 }}
  ports:
    - protocol: UDP
      port: {{ .Values.networkPolicy.dns.port }}
    - protocol: TCP
      port: {{ .Values.networkPolicy.dns.port }}
{{- end }}

{{/* Egress to a server below the gateway. dict "root" $ "server" redis or nats */}}
{{- define "mtg.serverEgress" -}}
{{- $bundled := (index .root.Values .server).bundled -}}
{{ include "mtg.egressToServer" (dict "root" .root "kind" .server "component" .server "bundled" $bundled) }}
{{- end }}

{{/* Egress to a database. dict "root" $ "database" as mtg.databaseOf says */}}
{{- define "mtg.databaseEgress" -}}
{{ include "mtg.egressToServer" (dict "root" .root "kind" "postgresql" "component" .database.server "bundled" .database.bundled) }}
{{- end }}

{{/* dict "root" $ "kind" postgresql, redis or nats "component" NAME "bundled" values of the release's own server */}}
{{- define "mtg.egressToServer" -}}
{{- $policy := index .root.Values.networkPolicy .kind -}}
- to:
    {{- if .bundled.enabled }}
    {{- include "mtg.peer" (dict "root" .root "component" .component) | nindent 4 }}
    {{- else }}
    {{- toYaml $policy.to | nindent 4 }}
    {{- end }}
  ports:
    {{- if .bundled.enabled }}
    {{- include "mtg.tcpPorts" (list (index (include "mtg.bundledPorts" . | fromYaml) .kind)) | nindent 4 }}
    {{- else }}
    {{- include "mtg.tcpPorts" $policy.ports | nindent 4 }}
    {{- end }}
{{- end }}

{{- define "mtg.bundledPorts" -}}
postgresql: 5432
redis: 6379
nats: 4222
{{- end }}

{{/* Egress to the internet without what is private, and without the cloud's metadata. dict "ports" LIST */}}
{{- define "mtg.internetEgress" -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except:
          - 0.0.0.0/8
          - 10.0.0.0/8
          - 100.64.0.0/10
          - 127.0.0.0/8
          - 169.254.0.0/16
          - 172.16.0.0/12
          - 192.0.0.0/24
          - 192.0.2.0/24
          - 192.88.99.0/24
          - 192.168.0.0/16
          - 198.18.0.0/15
          - 198.51.100.0/24
          - 203.0.113.0/24
          - 224.0.0.0/4
          - 240.0.0.0/4
    - ipBlock:
        cidr: 2000::/3
        except:
          - 2001::/23
          - 2001:db8::/32
          - 2002::/16
          - 3fff::/20
  ports:
    {{- include "mtg.tcpPorts" .ports | nindent 4 }}
{{- end }}

{{/* Egress of a component. As the component. */}}
{{- define "mtg.egress" -}}
{{- $here := . -}}
{{- $values := .root.Values -}}
{{ include "mtg.dnsEgress" .root }}
{{- range $component, $ports := include "mtg.talksTo" . | fromYaml }}
- to:
    {{- include "mtg.peer" (dict "root" $here.root "component" $component) | nindent 4 }}
  ports:
    {{- include "mtg.tcpPorts" $ports | nindent 4 }}
{{- end }}
{{- if .row.database }}
{{ include "mtg.databaseEgress" (dict "root" .root "database" (include "mtg.databaseOf" . | fromYaml)) }}
{{- end }}
{{- range .row.uses }}
{{ include "mtg.serverEgress" (dict "root" $here.root "server" .) }}
{{- end }}
{{- if and .row.listens $values.tracing.endpoint }}
- to:
    {{- toYaml $values.networkPolicy.tracing.to | nindent 4 }}
  ports:
    {{- include "mtg.tcpPorts" $values.networkPolicy.tracing.ports | nindent 4 }}
{{- end }}
{{- if eq .component "edge-proxy" }}
{{ include "mtg.publisherEgress" . }}
{{- end }}
{{- if and (eq (include "mtg.service" .) "billing") (eq $values.payments.processor "stripe") }}
{{ include "mtg.internetEgress" (dict "ports" (list 443)) }}
{{- end }}
{{- if and (eq .component "console") .block.mail.existingSecret }}
- to:
    {{- toYaml $values.networkPolicy.mail.to | nindent 4 }}
  ports:
    {{- include "mtg.tcpPorts" $values.networkPolicy.mail.ports | nindent 4 }}
{{- end }}
{{- with .block.networkPolicy.extraEgress }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Publishers: the edge alone reaches them. Private ones must be named, as the edge's own guard wants it. */}}
{{- define "mtg.publisherEgress" -}}
{{- $publishers := .block.publishers -}}
{{ include "mtg.internetEgress" (dict "ports" $publishers.ports) }}
{{- with $publishers.privateRanges }}
- to:
    {{- range . }}
    - ipBlock:
        cidr: {{ . }}
    {{- end }}
  {{- with $publishers.privatePorts }}
  ports:
    {{- include "mtg.tcpPorts" . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end }}

{{/* Ingress of a component. As the component. */}}
{{- define "mtg.ingress" -}}
{{- $here := . -}}
{{- $ports := include "mtg.ports" .root | fromYaml -}}
{{- $policy := .root.Values.networkPolicy -}}
{{- range $component, $row := include "mtg.components" .root | fromYaml }}
{{- $talks := include "mtg.talksTo" (dict "root" $here.root "component" $component "row" $row) | fromYaml }}
{{- with get $talks $here.component }}
- from:
    {{- include "mtg.peer" (dict "root" $here.root "component" $component) | nindent 4 }}
  ports:
    {{- include "mtg.tcpPorts" . | nindent 4 }}
{{- end }}
{{- end }}
{{- if or (eq .component "edge-proxy") (and (eq .component "console") (include "mtg.consoleHost" .root)) }}
- ports:
    {{- include "mtg.tcpPorts" (list $ports.http) | nindent 4 }}
  {{- with $policy.buyers.from }}
  from:
    {{- toYaml . | nindent 4 }}
    {{- if eq $here.component "edge-proxy" }}
    {{- include "mtg.peer" (dict "root" $here.root "component" "smoke-test") | nindent 4 }}
    {{- end }}
  {{- end }}
{{- end }}
{{- if and .row.listens $policy.monitoring.from }}
- from:
    {{- toYaml $policy.monitoring.from | nindent 4 }}
  ports:
    {{- include "mtg.tcpPorts" (list $ports.ops) | nindent 4 }}
{{- end }}
{{- with .block.networkPolicy.extraIngress }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* A policy. dict "root" $ "component" NAME "ingress" TEXT "egress" TEXT, and "annotations" for hooks */}}
{{- define "mtg.networkPolicy" -}}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "mtg.fullname" .root }}-{{ .component }}{{ .suffix }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "mtg.labels" . | nindent 4 }}
  {{- with .annotations }}
  annotations:
    {{- . | nindent 4 }}
  {{- end }}
spec:
  podSelector:
    matchLabels:
      {{- include "mtg.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  ingress:
    {{- if trim .ingress }}
    {{- .ingress | trim | nindent 4 }}
    {{- else }} []
    {{- end }}
  egress:
    {{- if trim .egress }}
    {{- .egress | trim | nindent 4 }}
    {{- else }} []
    {{- end }}
{{- end }}
