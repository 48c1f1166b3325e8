{{- /* Rules that read the metrics of this installation alone, absent() included, and whose alerts say which one it is. */}}
{{- define "mtg.ownRules" }}
{{- $own := printf `namespace=%q,release=%q` .root.Release.Namespace .root.Release.Name }}
{{- range $group := .groups }}
{{- $_ := set $group "name" (printf "%s/%s/%s" $.root.Release.Namespace $.root.Release.Name $group.name) }}
{{- range $rule := $group.rules }}
{{- if eq $rule.alert "MtgServiceMissing" }}
{{- range $.root.Values.billing.cells }}
{{- $_ := set $rule "expr" (printf "%s or absent(mtg_service_ready{service=\"billing\",cell=%q})" (trim $rule.expr) .name) }}
{{- end }}
{{- end }}
{{- $expr := regexReplaceAll `\b((?:mtg|nodejs)_[a-z0-9_]+)\{` $rule.expr (printf `${1}{%s,` $own) }}
{{- $expr = regexReplaceAll `\b((?:mtg|nodejs)_[a-z0-9_]+)([^a-z0-9_{]|$)` $expr (printf `${1}{%s}${2}` $own) }}
{{- $_ := set $rule "expr" $expr }}
{{- $_ := set $rule.labels "namespace" $.root.Release.Namespace }}
{{- $_ := set $rule.labels "release" $.root.Release.Name }}
{{- end }}
{{- end }}
{{- dict "groups" .groups | toYaml }}
{{- end }}
