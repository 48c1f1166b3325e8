{{/* All resources of a component. dict "root" $ "component" NAME "row" ROW "block" VALUES */}}
{{- define "mtg.component" -}}
{{ include "mtg.serviceAccount" . }}
{{ include "mtg.deployment" . }}
{{- if .row.listens }}
{{ include "mtg.services" . }}
{{- if and .block.autoscaling.enabled (not .block.autoscaling.external) }}
{{ include "mtg.autoscaler" . }}
{{- end }}
{{- if .block.disruptionBudget.enabled }}
{{ include "mtg.disruptionBudget" . }}
{{- end }}
{{- end }}
{{- end }}

{{/* Name and labels. As the component, with an optional "suffix" of the name. */}}
{{- define "mtg.metadata" -}}
metadata:
  name: {{ include "mtg.fullname" .root }}-{{ .component }}{{ .suffix }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "mtg.labels" . | nindent 4 }}
    {{- include "mtg.cellLabel" . | indent 4 }}
{{- end }}

{{/* Which cell it belongs to, if there are cells. As the component. */}}
{{- define "mtg.cellLabel" -}}
{{- with (.row | default dict).cell }}
mtg/cell: {{ . }}
{{- end }}
{{- end }}

{{- define "mtg.serviceAccount" -}}
---
apiVersion: v1
kind: ServiceAccount
{{ include "mtg.metadata" . }}
  {{- with .block.serviceAccount.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end }}

{{- define "mtg.deployment" -}}
---
apiVersion: apps/v1
kind: Deployment
{{ include "mtg.metadata" . }}
spec:
  {{- if not .block.autoscaling.enabled }}
  replicas: {{ .block.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  selector:
    matchLabels:
      {{- include "mtg.selector" . | nindent 6 }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      # Never fewer than before: a new replica is ready before an old one drains.
      maxUnavailable: 0
      maxSurge: 1
  template:
    {{- include "mtg.pod" . | nindent 4 }}
{{- end }}

{{/* One address for HTTP, and one headless Service whose addresses gRPC clients and Prometheus follow. */}}
{{- define "mtg.services" -}}
{{- $ports := include "mtg.ports" . | fromYaml -}}
{{- if has "http" .row.listens }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ include "mtg.fullname" .root }}-{{ .component }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "mtg.labels" . | nindent 4 }}
  {{- with (.block.service | default dict).annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- $service := .block.service | default dict }}
spec:
  type: {{ $service.type | default "ClusterIP" }}
  {{- with $service.loadBalancerClass }}
  loadBalancerClass: {{ . }}
  {{- end }}
  {{- with $service.loadBalancerSourceRanges }}
  loadBalancerSourceRanges:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $service.externalTrafficPolicy }}
  externalTrafficPolicy: {{ . }}
  {{- end }}
  selector:
    {{- include "mtg.selector" . | nindent 4 }}
  ports:
    - name: http
      port: {{ $ports.http }}
      targetPort: http
      appProtocol: http
{{- end }}
---
apiVersion: v1
kind: Service
{{ include "mtg.metadata" (merge (dict "suffix" "-replicas") .) }}
spec:
  type: ClusterIP
  clusterIP: None
  selector:
    {{- include "mtg.selector" . | nindent 4 }}
  ports:
    {{- if has "grpc" .row.listens }}
    - name: grpc
      port: {{ $ports.grpc }}
      targetPort: grpc
      appProtocol: kubernetes.io/h2c
    {{- end }}
    - name: ops
      port: {{ $ports.ops }}
      targetPort: ops
      appProtocol: http
{{- end }}

{{- define "mtg.autoscaler" -}}
{{- $scaling := .block.autoscaling -}}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
{{ include "mtg.metadata" . }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "mtg.fullname" .root }}-{{ .component }}
  minReplicas: {{ $scaling.minReplicas }}
  maxReplicas: {{ $scaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ $scaling.cpuPercent }}
  behavior:
    scaleDown:
      # One at a time: each drains before the next one is asked to.
      stabilizationWindowSeconds: 300
      policies:
        - type: Pods
          value: 1
          periodSeconds: 60
{{- end }}

{{- define "mtg.disruptionBudget" -}}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
{{ include "mtg.metadata" . }}
spec:
  maxUnavailable: {{ .block.disruptionBudget.maxUnavailable }}
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "mtg.selector" . | nindent 6 }}
{{- end }}
