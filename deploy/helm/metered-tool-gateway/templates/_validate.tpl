{{/* Every fault that the schema cannot see, at once. */}}
{{- define "mtg.validate" -}}
{{- $v := .Values -}}
{{- $faults := list -}}
{{- if not $v.baseUrl -}}
{{- $faults = append $faults "baseUrl: is not set. It is the gateway's public origin, such as https://gateway.example.com" -}}
{{- end -}}
{{- if not (or $v.secrets.existingSecret $v.secrets.generate) -}}
{{- $faults = append $faults "secrets: name a Secret in existingSecret (README, \"Secrets\"), or set generate=true for a trial" -}}
{{- end -}}
{{- if not (or $v.postgresql.existingSecret $v.postgresql.bundled.enabled) -}}
{{- $faults = append $faults "postgresql: name a Secret with its URLs in existingSecret (README, \"Secrets\"), or set bundled.enabled=true for a trial" -}}
{{- end -}}
{{- range list "redis" "nats" -}}
{{- $server := index $v . -}}
{{- $given := compact (list $server.url $server.existingSecret (ternary "bundled" "" $server.bundled.enabled)) -}}
{{- if ne (len $given) 1 -}}
{{- $faults = append $faults (printf "%s: set exactly one of url, existingSecret and bundled.enabled" .) -}}
{{- end -}}
{{- end -}}
{{- if and $v.postgresql.existingSecret $v.postgresql.bundled.enabled -}}
{{- $faults = append $faults "postgresql: set either existingSecret or bundled.enabled" -}}
{{- end -}}
{{- if and $v.secrets.existingSecret $v.secrets.generate -}}
{{- $faults = append $faults "secrets: set either existingSecret or generate" -}}
{{- end -}}
{{- if and $v.postgresql.bundled.enabled $v.postgresql.meteringReadReplica -}}
{{- $faults = append $faults "postgresql.meteringReadReplica: the bundled server has no replica" -}}
{{- end -}}
{{- if and $v.nats.bundled.enabled (gt (int $v.nats.streamReplicas) 1) -}}
{{- $faults = append $faults "nats.streamReplicas: the bundled server is a single one" -}}
{{- end -}}
{{- if and (eq $v.payments.processor "stripe") (not $v.payments.existingSecret) -}}
{{- $faults = append $faults "payments.existingSecret: name a Secret with stripe-secret-key and stripe-webhook-secret" -}}
{{- end -}}
{{- if and $v.httpRoute.enabled (not $v.httpRoute.parentRefs) -}}
{{- $faults = append $faults "httpRoute.parentRefs: name the Gateway" -}}
{{- end -}}
{{- if and $v.ingress.enabled $v.httpRoute.enabled -}}
{{- $faults = append $faults "ingress, httpRoute: enable one of them" -}}
{{- end -}}
{{- if and $v.monitoring.serviceMonitor.enabled $v.monitoring.podMonitor.enabled -}}
{{- $faults = append $faults "monitoring: enable serviceMonitor or podMonitor; with both, all is counted twice" -}}
{{- end -}}
{{- $faults = concat $faults (include "mtg.cellFaults" . | fromYamlArray) -}}
{{- $root := . -}}
{{- $counts := dict -}}
{{- range $component, $row := include "mtg.components" . | fromYaml -}}
{{- $block := include "mtg.block" (dict "root" $root "row" $row) | fromYaml -}}
{{- $here := dict "root" $root "component" $component "row" $row "block" $block -}}
{{- $given := list -}}
{{- range include "mtg.environment" $here | trim | fromYamlArray -}}{{- $given = append $given .name -}}{{- end -}}
{{- range $block.extraEnv -}}
{{- if has .name $given -}}
{{- $faults = append $faults (printf "extraEnv: %s already has %s from the chart" $component .name) -}}
{{- end -}}
{{- end -}}
{{- if $row.database -}}
{{- $pods := ternary $block.autoscaling.maxReplicas $block.replicas $block.autoscaling.enabled | int -}}
{{- $each := add (get ($block.settings | default dict) "DATABASE_POOL_MAX" | default 8 | int) ($row.connections | default 0 | int) -}}
{{- $server := (include "mtg.databaseOf" $here | fromYaml).server -}}
{{- $count := get $counts $server | default (dict "connections" 0 "counted" list) -}}
{{- /* A rollout has one pod more. */ -}}
{{- $connections := add $count.connections (mul (add $pods 1) $each) | int -}}
{{- $counted := append $count.counted (printf "%s (%d + 1) x %d" $component $pods $each) -}}
{{- $_ := set $counts $server (dict "connections" $connections "counted" $counted) -}}
{{- end -}}
{{- end -}}
{{- range include "mtg.cells" . | fromYamlArray -}}
{{- $count := get $counts .server -}}
{{- if and .connectionsMax (gt $count.connections (int .connectionsMax)) -}}
{{- $where := ternary "postgresql" (printf "billing.cells: %s: postgresql" .name) (eq .server "postgresql") -}}
{{- $faults = append $faults (printf "%s.connectionsMax: %d are allowed, and pods could open %d: %s. Lower autoscaling.maxReplicas, replicas or settings.DATABASE_POOL_MAX" $where (int .connectionsMax) $count.connections (join ", " $count.counted)) -}}
{{- end -}}
{{- end -}}
{{- if and $v.tracing.headers.existingSecret (not $v.tracing.endpoint) -}}
{{- $faults = append $faults "tracing.headers: there is no tracing.endpoint to send them to" -}}
{{- end -}}
{{- if $faults -}}
{{- fail (printf "\n\nThese values are missing or wrong:\n  - %s\n" (join "\n  - " $faults)) -}}
{{- end -}}
{{- end }}
