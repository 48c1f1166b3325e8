{{/* Names, labels and images. */}}

{{- define "mtg.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-mtg" .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end }}

{{/* dict "root" $ "component" NAME */}}
{{- define "mtg.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* dict "root" $ "component" NAME */}}
{{- define "mtg.labels" -}}
{{ include "mtg.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: {{ .root.Chart.Name }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with omit .root.Values.commonLabels "app.kubernetes.io/name" "app.kubernetes.io/instance" "app.kubernetes.io/component" }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Host of the console's own origin; empty when it has none besides baseUrl's. */}}
{{- define "mtg.consoleHost" -}}
{{- $host := (urlParse .Values.console.url).hostname -}}
{{- if ne $host (urlParse .Values.baseUrl).hostname -}}{{ $host }}{{- end -}}
{{- end }}

{{- define "mtg.image" -}}
{{- $tag := .Values.image.tag | default .Chart.AppVersion -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ $tag }}
{{- end -}}
{{- end }}

{{- define "mtg.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
{{- range . }}
  - name: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{/* Secrets, by the name that was given or the one that this chart makes. */}}
{{- define "mtg.secretName" -}}
{{- .Values.secrets.existingSecret | default (printf "%s-secrets" (include "mtg.fullname" .)) -}}
{{- end }}

{{- define "mtg.postgresqlSecretName" -}}
{{- .Values.postgresql.existingSecret | default (printf "%s-postgresql" (include "mtg.fullname" .)) -}}
{{- end }}

{{/*
A setting's value as text: Helm reads numbers as floating point, and would print large ones as 1e+09.
*/}}
{{- define "mtg.text" -}}
{{- if kindIs "float64" . -}}
{{- if eq . (floor .) -}}{{ int64 . }}{{- else -}}{{ . }}{{- end -}}
{{- else -}}
{{- toString . -}}
{{- end -}}
{{- end }}

{{/* Pod Security Standard "restricted", for every container. */}}
{{- define "mtg.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* User id, as text. */}}
{{- define "mtg.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ . }}
runAsGroup: {{ . }}
fsGroup: {{ . }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}
