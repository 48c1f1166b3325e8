{{/* The pod of a component. dict "root" $ "component" NAME "row" ROW "block" VALUES */}}
{{- define "mtg.pod" -}}
{{- $root := .root -}}
{{- $block := .block -}}
{{- $graceMs := add (int64 $block.drain.delayMs) (int64 $block.drain.timeoutMs) -}}
metadata:
  labels:
    {{- include "mtg.podLabels" . | nindent 4 }}
  {{- with $block.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  serviceAccountName: {{ include "mtg.fullname" $root }}-{{ .component }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  {{- include "mtg.pullSecrets" $root | nindent 2 }}
  # Longer than the drain itself, so that it is the service that ends and not the kubelet that kills.
  terminationGracePeriodSeconds: {{ add (div (add $graceMs 999) 1000) 10 }}
  securityContext:
    {{- include "mtg.podSecurity" $root.Values.image.userId | nindent 4 }}
  containers:
    - name: {{ .component }}
      image: {{ include "mtg.image" $root }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      command: {{ include "mtg.command" .row | trim }}
      env:
        {{- include "mtg.environment" . | trim | nindent 8 }}
        {{- with $block.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with $block.extraEnvFrom }}
      envFrom:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- if .row.listens }}
      ports:
        {{- $ports := include "mtg.ports" $root | fromYaml }}
        {{- range append .row.listens "ops" }}
        - name: {{ . }}
          containerPort: {{ index $ports . }}
        {{- end }}
      {{- include "mtg.probes" . | nindent 6 }}
      {{- end }}
      resources:
        {{- toYaml $block.resources | nindent 8 }}
      securityContext:
        {{- include "mtg.containerSecurity" . | nindent 8 }}
      volumeMounts:
        - name: tmp
          mountPath: /tmp
        {{- include "mtg.files" (merge (dict "what" "mounts") .) | nindent 8 }}
        {{- with $block.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: tmp
      emptyDir:
        sizeLimit: 64Mi
    {{- include "mtg.files" (merge (dict "what" "volumes") .) | nindent 4 }}
    {{- with $block.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- include "mtg.placement" . | nindent 2 }}
  {{- include "mtg.spread" . | nindent 2 }}
{{- end }}

{{- define "mtg.command" -}}
{{- if .main -}}
{{- concat (list "node") (.node | default list) (list .main) | toJson -}}
{{- else -}}
{{- /* Waits until it is told to stop: people run mtg in it. */ -}}
{{- list "node" "-e" "process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 60_000)" | toJson -}}
{{- end -}}
{{- end }}

{{/*
Liveness asks whether the event loop turns; readiness, whether the service can serve. What is away (a database, another
service) makes a pod unready, never restarts it.
*/}}
{{- define "mtg.probes" -}}
{{- $probes := .root.Values.probes -}}
startupProbe:
  httpGet: {path: /livez, port: ops}
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 30
livenessProbe:
  httpGet: {path: /livez, port: ops}
  {{- toYaml $probes.liveness | nindent 2 }}
readinessProbe:
  httpGet: {path: /readyz, port: ops}
  {{- toYaml $probes.readiness | nindent 2 }}
{{- end }}

{{/* Files from Secrets. As the pod, with "what": mounts or volumes. */}}
{{- define "mtg.files" -}}
{{- $files := list -}}
{{- with .root.Values.caCertificates.existingSecret -}}
{{- $files = append $files (dict "name" "ca" "secret" .) -}}
{{- end -}}
{{- if and (has "nats" ((.row | default dict).uses | default list)) .root.Values.nats.files.existingSecret -}}
{{- $files = append $files (dict "name" "nats" "secret" .root.Values.nats.files.existingSecret) -}}
{{- end -}}
{{- with (.block.signingKey | default dict).existingSecret -}}
{{- $files = append $files (dict "name" "signing-key" "secret" .) -}}
{{- end -}}
{{- $what := .what -}}
{{- range $files }}
- name: {{ .name }}
{{- if eq $what "mounts" }}
  mountPath: /etc/mtg/{{ .name }}
  readOnly: true
{{- else }}
  secret:
    secretName: {{ .secret }}
    defaultMode: 0440
{{- end }}
{{- end }}
{{- end }}

{{/* Labels of a pod. As the component. */}}
{{- define "mtg.podLabels" -}}
{{ include "mtg.labels" . }}
{{- include "mtg.cellLabel" . }}
{{- with .block.podLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/*
Placement, labels and annotations of a pod that is no component's: the defaults, and what its block says itself.
dict "root" $ "own" its values
*/}}
{{- define "mtg.placed" -}}
{{- $keys := list "nodeSelector" "tolerations" "affinity" "priorityClassName" "podLabels" "podAnnotations" -}}
{{- $placed := dict -}}
{{- range $key := $keys -}}
{{- $_ := set $placed $key (ternary (get $.own $key) (get $.root.Values.defaults $key) (hasKey $.own $key)) -}}
{{- end -}}
{{- $placed | toYaml -}}
{{- end }}

{{/* Which nodes a pod may go to, and how much it matters. As the component. */}}
{{- define "mtg.placement" -}}
{{- with .block.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .block.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .block.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .block.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Spread over zones and nodes, unless the values say otherwise. As the component. */}}
{{- define "mtg.spread" -}}
{{- if .block.topologySpread.enabled }}
topologySpreadConstraints:
{{- $here := . }}
{{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - topologyKey: {{ . }}
    maxSkew: 1
    whenUnsatisfiable: {{ $here.block.topologySpread.whenUnsatisfiable }}
    labelSelector:
      matchLabels:
        {{- include "mtg.selector" $here | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
{{- end }}
{{- end }}
{{- end }}
