{{/*
Cells of billing. Each is a component of its own with a database of its own; the first one, home, keeps the names and the
database of the one billing that there is without cells.
*/}}

{{/*
All of them as a YAML list; without cells, the one billing, whose name is empty.
component and server  its own, and its database's
secret                that has the URLs of the database
bundled               values of a server of the release's own, if `enabled`
values                what it sets again for itself
*/}}
{{- define "mtg.cells" -}}
{{- $root := . -}}
{{- $cells := list -}}
{{- $names := list -}}
{{- range $index, $own := .Values.billing.cells | default (list (dict "name" "")) -}}
{{- if not (has $own.name $names) -}}
{{- $names = append $names $own.name -}}
{{- $cell := dict "name" $own.name "component" "billing" "server" "postgresql" "secret" (include "mtg.postgresqlSecretName" $root) -}}
{{- $_ := set $cell "bundled" $root.Values.postgresql.bundled -}}
{{- $_ := set $cell "connectionsMax" $root.Values.postgresql.connectionsMax -}}
{{- $_ := set $cell "migrationArgs" $root.Values.migrations.args -}}
{{- if $index -}}
{{- $database := $own.postgresql | default dict -}}
{{- $server := printf "postgresql-%s" $own.name -}}
{{- $bundled := mustMergeOverwrite (omit (deepCopy $root.Values.postgresql.bundled) "enabled") (deepCopy ($database.bundled | default dict)) -}}
{{- $cell = dict "name" $own.name "component" (printf "billing-%s" $own.name) "server" $server "bundled" $bundled -}}
{{- $_ := set $cell "secret" ($database.existingSecret | default (printf "%s-%s" (include "mtg.fullname" $root) $server)) -}}
{{- $_ := set $cell "connectionsMax" $database.connectionsMax -}}
{{- $_ := set $cell "migrationArgs" ((($own.migrations | default dict).args) | default (list "cell")) -}}
{{- end -}}
{{- $_ := set $cell "values" (omit $own "name" "postgresql" "migrations") -}}
{{- $cells = append $cells $cell -}}
{{- end -}}
{{- end -}}
{{- $cells | toYaml -}}
{{- end }}

{{/* The one of that name, as a YAML map. dict "root" $ "name" NAME */}}
{{- define "mtg.cell" -}}
{{- $name := .name -}}
{{- range include "mtg.cells" .root | fromYamlArray -}}
{{- if eq .name $name -}}{{- toYaml . -}}{{- end -}}
{{- end -}}
{{- end }}

{{/* The cell or the one billing whose database a component has: of what is in no cell, the first. As the component. */}}
{{- define "mtg.databaseOf" -}}
{{- include "mtg.cell" (dict "root" .root "name" (.row.cell | default (first (include "mtg.cells" .root | fromYamlArray)).name)) -}}
{{- end }}

{{/* The component that migrates a cell's database. The cell */}}
{{- define "mtg.migrationsOf" -}}
migrations{{ trimPrefix "billing" .component }}
{{- end }}

{{/* Components of all cells, with commas between. */}}
{{- define "mtg.billings" -}}
{{- $components := list -}}
{{- range include "mtg.cells" . | fromYamlArray }}{{ $components = append $components .component }}{{ end -}}
{{- join "," $components -}}
{{- end }}

{{/* As billing's setting CELLS wants it. */}}
{{- define "mtg.cellAddresses" -}}
{{- $root := . -}}
{{- $addresses := list -}}
{{- range include "mtg.cells" . | fromYamlArray -}}
{{- $addresses = append $addresses (printf "%s=%s" .name (include "mtg.grpcAddress" (dict "root" $root "component" .component))) -}}
{{- end -}}
{{- join ";" $addresses -}}
{{- end }}

{{/* Faults of the cells, as a YAML list. */}}
{{- define "mtg.cellFaults" -}}
{{- $root := . -}}
{{- $faults := list -}}
{{- $names := list -}}
{{- $secrets := list -}}
{{- range $index, $cell := .Values.billing.cells -}}
{{- $own := include "mtg.cell" (dict "root" $root "name" $cell.name) | fromYaml -}}
{{- if has $cell.name $names -}}
{{- $faults = append $faults (printf "billing.cells: two are named %s" $cell.name) -}}
{{- else -}}
{{- $service := printf "%s-%s-replicas" (include "mtg.fullname" $root) $own.component -}}
{{- if gt (len $service) 63 -}}
{{- $faults = append $faults (printf "billing.cells: %s is too long: a Service would be named %s" $cell.name $service) -}}
{{- end -}}
{{- if $index -}}
{{- $database := $cell.postgresql | default dict -}}
{{- $isBundled := ($database.bundled | default dict).enabled | default false -}}
{{- if eq (empty $database.existingSecret) (not $isBundled) -}}
{{- $faults = append $faults (printf "billing.cells: %s needs a database of its own: set either postgresql.existingSecret or postgresql.bundled.enabled" $cell.name) -}}
{{- end -}}
{{- if has $own.secret $secrets -}}
{{- $faults = append $faults (printf "billing.cells: %s has the Secret %s of another cell: each needs a database of its own" $cell.name $own.secret) -}}
{{- end -}}
{{- end -}}
{{- $names = append $names $cell.name -}}
{{- $secrets = append $secrets $own.secret -}}
{{- end -}}
{{- end -}}
{{- $faults | toYaml -}}
{{- end }}
