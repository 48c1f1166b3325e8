{{/*
Who calls whom over gRPC. A caller has one secret, shows each service a hash made from it for that service alone, and the
service knows the hash of that (packages/rpc/src/identity.ts). A caller's secret that was moved to "...-previous" is still taken.
dict "root" $ "known" the Secret's data in the cluster
*/}}
{{- define "mtg.identities" -}}
{{- $tokens := dict -}}
{{- $rows := include "mtg.components" .root | fromYaml -}}
{{- $known := .known -}}
{{- range $component, $row := $rows -}}
{{- range $caller := $row.callers -}}
{{- $key := printf "grpc-token-%s" $caller -}}
{{- if not (hasKey $tokens $key) -}}
{{- $_ := set $tokens $key (get $known $key | default (b64enc (randAlphaNum 43))) -}}
{{- with get $known (printf "%s-previous" $key) -}}
{{- $_ := set $tokens (printf "%s-previous" $key) . -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $key, $value := $tokens }}
{{ $key }}: {{ $value }}
{{- end }}
{{- range $component, $row := $rows }}
{{- if and $row.callers (eq $component ($row.service | default $component)) }}
{{- $shown := list -}}
{{- range $caller := $row.callers -}}
{{- range $key := list (printf "grpc-token-%s" $caller) (printf "grpc-token-%s-previous" $caller) -}}
{{- with get $tokens $key -}}
{{- $token := sha256sum (printf "mtg-grpc:%s:%s" $component (b64dec .)) -}}
{{- $shown = append $shown (printf "%s=%s" $caller (sha256sum $token)) -}}
{{- end -}}
{{- end -}}
{{- end }}
grpc-callers-{{ $component }}: {{ join "," $shown | b64enc }}
{{- end }}
{{- end }}
{{- end }}
