{{/* The environment of a component's container: every setting once. dict "root" $ "component" NAME "row" ROW "block" VALUES */}}
{{- define "mtg.environment" -}}
{{- $settings := include "mtg.plainSettings" . | fromYaml -}}
{{- range $name, $value := $settings }}
- name: {{ $name }}
  value: {{ include "mtg.text" $value | quote }}
{{- end }}
{{ include "mtg.secretSettings" . }}
{{- end }}

{{/* Settings that are no secrets, as a YAML map; the component's `settings` come last. */}}
{{- define "mtg.plainSettings" -}}
{{- $root := .root -}}
{{- $service := include "mtg.service" . -}}
{{- $settings := dict -}}
{{- if .row.listens -}}
{{- $settings = include "mtg.commonSettings" . | fromYaml -}}
{{- end -}}
{{- range $name, $value := .row.allocator -}}
{{- $_ := set $settings $name $value -}}
{{- end -}}
{{- range $name, $components := .row.calls -}}
{{- $addresses := list -}}
{{- range splitList "," $components -}}
{{- $addresses = append $addresses (include "mtg.grpcAddress" (dict "root" $root "component" .)) -}}
{{- end -}}
{{- $_ := set $settings $name (join "," $addresses) -}}
{{- end -}}
{{- range $name, $target := .row.fetches -}}
{{- $origin := include "mtg.httpOrigin" (dict "root" $root "component" $target.component) -}}
{{- $_ := set $settings $name (printf "%s%s" $origin $target.path) -}}
{{- end -}}
{{- with .row.baseUrl -}}
{{- $_ := set $settings . $root.Values.baseUrl -}}
{{- end -}}
{{- range .row.uses -}}
{{- $server := index $root.Values . -}}
{{- if and $server.url (not $server.existingSecret) -}}
{{- $_ := set $settings (printf "%s_URL" (upper .)) $server.url -}}
{{- end -}}
{{- $prefix := $server.prefix -}}
{{- if and (eq . "redis") (or $server.bundled.enabled (and $server.existingSecret (not $server.existingSecretKey))) -}}
{{- /* Services with logins of their own have keys of their own. */ -}}
{{- $prefix = printf "%s%s:" $prefix $service -}}
{{- end -}}
{{- if $prefix -}}
{{- $_ := set $settings (printf "%s_PREFIX" (upper .)) $prefix -}}
{{- end -}}
{{- end -}}
{{- $own := include "mtg.ownSettings" . | fromYaml -}}
{{- mustMergeOverwrite $settings $own (deepCopy (.block.settings | default dict)) | toYaml -}}
{{- end }}

{{- define "mtg.commonSettings" -}}
{{- $ports := include "mtg.ports" . | fromYaml -}}
{{- $values := .root.Values -}}
LOG_LEVEL: {{ $values.logLevel }}
OPS_LISTEN: {{ printf "%s:%v" $values.listenHost $ports.ops | quote }}
{{- range .row.listens }}
{{ upper . }}_LISTEN: {{ printf "%s:%v" $values.listenHost (index $ports .) | quote }}
{{- end }}
DRAIN_DELAY_MS: {{ include "mtg.text" .block.drain.delayMs | quote }}
DRAIN_TIMEOUT_MS: {{ include "mtg.text" .block.drain.timeoutMs | quote }}
{{- with $values.tracing.endpoint }}
OTEL_EXPORTER_OTLP_ENDPOINT: {{ . | quote }}
OTEL_TRACES_SAMPLER: {{ $values.tracing.sampler }}
OTEL_TRACES_SAMPLER_ARG: {{ $values.tracing.sampleRatio | quote }}
TRACES_PER_SECOND_MAX: {{ $values.tracing.perSecondMax | quote }}
{{- end }}
{{- if $values.caCertificates.existingSecret }}
NODE_EXTRA_CA_CERTS: /etc/mtg/ca/{{ $values.caCertificates.key }}
{{- end }}
{{- end }}

{{/* Settings that come from Secrets. */}}
{{- define "mtg.secretSettings" -}}
{{- $root := .root -}}
{{- $service := include "mtg.service" . -}}
{{- $own := include "mtg.secretName" $root -}}
{{- $headers := $root.Values.tracing.headers -}}
{{- if and .row.listens $root.Values.tracing.endpoint $headers.existingSecret }}
{{ include "mtg.fromSecret" (dict "name" "OTEL_EXPORTER_OTLP_HEADERS" "secret" $headers.existingSecret "key" $headers.key) }}
{{- end }}
{{- if .row.calls }}
{{ include "mtg.fromSecret" (dict "name" "GRPC_TOKEN" "secret" $own "key" (printf "grpc-token-%s" (.row.identity | default $service))) }}
{{- end }}
{{- if .row.callers }}
{{ include "mtg.fromSecret" (dict "name" "GRPC_CALLERS" "secret" $own "key" (printf "grpc-callers-%s" $service)) }}
{{- end }}
{{- range $name, $key := .row.secrets }}
{{ include "mtg.fromSecret" (dict "name" $name "secret" $own "key" $key) }}
{{- end }}
{{- with .row.database }}
{{- $secret := (include "mtg.databaseOf" $ | fromYaml).secret }}
{{ include "mtg.fromSecret" (dict "name" "DATABASE_URL" "secret" $secret "key" (printf "%s-url" .)) }}
{{- if and (eq . "metering") $root.Values.postgresql.meteringReadReplica }}
{{ include "mtg.fromSecret" (dict "name" "DATABASE_READ_URL" "secret" $secret "key" "metering-read-url") }}
{{- end }}
{{- end }}
{{- range .row.uses }}
{{- $server := index $root.Values . }}
{{- $ownKey := printf "%s-url" $service }}
{{- if $server.existingSecret }}
{{ include "mtg.fromSecret" (dict "name" (printf "%s_URL" (upper .)) "secret" $server.existingSecret "key" ($server.existingSecretKey | default $ownKey)) }}
{{- else if $server.bundled.enabled }}
{{ include "mtg.fromSecret" (dict "name" (printf "%s_URL" (upper .)) "secret" (printf "%s-%s" (include "mtg.fullname" $root) .) "key" $ownKey) }}
{{- end }}
{{- end }}
{{- if and (eq $service "billing") (eq $root.Values.payments.processor "stripe") }}
{{ include "mtg.fromSecret" (dict "name" "STRIPE_SECRET_KEY" "secret" $root.Values.payments.existingSecret "key" "stripe-secret-key") }}
{{ include "mtg.fromSecret" (dict "name" "STRIPE_WEBHOOK_SECRET" "secret" $root.Values.payments.existingSecret "key" "stripe-webhook-secret") }}
{{- end }}
{{- if and (eq .component "console") .block.mail.existingSecret }}
{{ include "mtg.fromSecret" (dict "name" "SMTP_URL" "secret" .block.mail.existingSecret "key" "smtp-url") }}
{{- end }}
{{- end }}

{{/* dict "name" SETTING "secret" SECRET "key" KEY */}}
{{- define "mtg.fromSecret" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
{{- end }}

{{/* Every replica, by the headless Service: clients balance over all addresses that it resolves to. */}}
{{- define "mtg.grpcAddress" -}}
{{- $ports := include "mtg.ports" . | fromYaml -}}
{{- printf "dns:///%s-%s-replicas:%v" (include "mtg.fullname" .root) .component $ports.grpc -}}
{{- end }}

{{- define "mtg.httpOrigin" -}}
{{- $ports := include "mtg.ports" . | fromYaml -}}
{{- printf "http://%s-%s:%v" (include "mtg.fullname" .root) .component $ports.http -}}
{{- end }}
