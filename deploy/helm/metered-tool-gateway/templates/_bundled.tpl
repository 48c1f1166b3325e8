{{/*
A server of the release's own, one replica, for trials: StatefulSet and Service.
dict "root" $ "component" NAME "kind" postgresql, redis or nats (default: NAME) "block" its values "userId" NUMBER "mounts" and "container" YAML "volumes" YAML or ""
*/}}
{{- define "mtg.bundledServer" -}}
{{- $kind := .kind | default .component -}}
{{- $port := index (include "mtg.bundledPorts" . | fromYaml) $kind -}}
{{- $block := include "mtg.placed" (dict "root" .root "own" .block) | fromYaml -}}
{{- $placed := dict "root" .root "component" .component "block" $block -}}
---
apiVersion: v1
kind: ServiceAccount
{{ include "mtg.metadata" . }}
automountServiceAccountToken: false
---
apiVersion: v1
kind: Service
{{ include "mtg.metadata" . }}
spec:
  type: ClusterIP
  selector:
    {{- include "mtg.selector" . | nindent 4 }}
  ports:
    - name: {{ $kind }}
      port: {{ $port }}
      targetPort: {{ $kind }}
      appProtocol: tcp
---
apiVersion: apps/v1
kind: StatefulSet
{{ include "mtg.metadata" . }}
spec:
  replicas: 1
  serviceName: {{ include "mtg.fullname" .root }}-{{ .component }}
  selector:
    matchLabels:
      {{- include "mtg.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "mtg.podLabels" $placed | nindent 8 }}
      {{- if or .config $placed.block.podAnnotations }}
      annotations:
        {{- with .config }}
        # Users are read when the server starts.
        mtg/config: {{ sha256sum . }}
        {{- end }}
        {{- with $placed.block.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "mtg.fullname" .root }}-{{ .component }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      {{- include "mtg.pullSecrets" .root | nindent 6 }}
      {{- include "mtg.placement" $placed | nindent 6 }}
      terminationGracePeriodSeconds: 60
      securityContext:
        {{- include "mtg.podSecurity" .userId | nindent 8 }}
      containers:
        - name: {{ $kind }}
          image: {{ .block.image }}
          {{- .container | nindent 10 }}
          ports:
            - name: {{ $kind }}
              containerPort: {{ $port }}
          resources:
            {{- toYaml .block.resources | nindent 12 }}
          securityContext:
            {{- include "mtg.containerSecurity" . | nindent 12 }}
          volumeMounts:
            - name: tmp
              mountPath: /tmp
            {{- .mounts | nindent 12 }}
      volumes:
        - name: tmp
          emptyDir:
            sizeLimit: 64Mi
        {{- .volumes | nindent 8 }}
  {{- if .block.storage }}
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        {{- with .block.storage.className }}
        storageClassName: {{ . }}
        {{- end }}
        resources:
          requests:
            storage: {{ .block.storage.size }}
  {{- end }}
{{- end }}

{{/* The configuration file of a server, which holds passwords. dict "root" $ "component" NAME */}}
{{- define "mtg.configVolume" -}}
- name: config
  secret:
    secretName: {{ include "mtg.fullname" .root }}-{{ .component }}
    defaultMode: 0440
    items:
      - key: {{ .component }}.conf
        path: {{ .component }}.conf
{{- end }}
