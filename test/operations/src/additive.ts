/** What would break the release before, which runs beside a migration and after it. */
const BREAKING: readonly RegExp[] = [
  /\bDROP\s+(TABLE|COLUMN|TYPE|FUNCTION|VIEW|SCHEMA|SEQUENCE|INDEX|CONSTRAINT)\b/i,
  /\bRENAME\b/i,
  /\bALTER\s+COLUMN\b[^;]*\b(TYPE|SET\s+NOT\s+NULL|DROP\s+DEFAULT)\b/i,
  /\bADD\s+COLUMN\b(?![^,;]*\bDEFAULT\b)[^,;]*\bNOT\s+NULL\b/i,
  /\b(DELETE\s+FROM|TRUNCATE|REVOKE)\b/i,
]

/** New rules for a table: harmless where the same migration creates it. */
const NARROWING: readonly RegExp[] = [
  /\bALTER\s+TABLE\s+(?:ONLY\s+)?"?(\w+)"?[^;]*\bADD\s+CONSTRAINT\b/gi,
  /\bCREATE\s+UNIQUE\s+INDEX\b[^;]*?\bON\s+"?(\w+)"?/gi,
]

/** How a migration says why what it takes away or forbids is not missed: `-- Safe for the release before: why`. */
const SAFE = /^-- Safe for the release before: \S.{20,}$/m

/** The parts of a migration that the release before could not live with; none when the migration says why they are safe. */
export function breakingPartsOf(migration: string): string[] {
  if (SAFE.test(migration)) return []
  const sql = migration.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''").replace(/--.*$/gm, '')
  const created = new Set(
    [...sql.matchAll(/\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?"?(\w+)"?/gi)].map(([, name]) => name),
  )
  const broken = BREAKING.flatMap(rule => rule.exec(sql)?.[0] ?? [])
  const narrowed = NARROWING.flatMap(rule => [...sql.matchAll(rule)])
    .filter(([, table]) => !created.has(table))
    .map(([part]) => part)
  return [...broken, ...narrowed]
}
