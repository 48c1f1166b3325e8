import type { ReactNode } from 'react'
import type { AuditEntry } from '../../api/operator-queries.ts'
import { shownTime } from '../../lib/time.ts'
import { CodeBlock } from '../../ui/copy.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Ago, Badge } from '../../ui/values.tsx'

const tones: Readonly<Record<string, 'good' | 'warn' | 'bad'>> = {
  done: 'good',
  refused: 'warn',
  failed: 'bad',
  unknown: 'warn',
}
const ROADS: Readonly<Record<string, string>> = {
  api: 'by the console',
  mtg: 'by mtg',
  file: 'by the marketplace file',
}

/** An act in the audit log. */
export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    id: 'action',
    label: 'Act',
    cell: ({ action, service }) => (
      <div className="stack tight">
        <span className="break">{wordsOf(action)}</span>
        <span className="muted">
          {service} · <span className="nowrap">{action.slice(0, action.indexOf('.') + 1)}</span>
          <wbr />
          <span className="nowrap">{action.slice(action.indexOf('.') + 1)}</span>
        </span>
      </div>
    ),
  },
  { id: 'target', label: 'On', cell: ({ target }) => <code className="break">{target === '' ? '–' : target}</code> },
  {
    id: 'actor',
    label: 'By',
    cell: ({ actor, road, address }) => (
      <div className="stack tight">
        <span className="break">{actor.name}</span>
        <span className="muted break">
          {ROADS[road] ?? road}
          {address !== '' && `, ${address}`}
        </span>
      </div>
    ),
  },
  {
    id: 'outcome',
    label: 'Outcome',
    cell: ({ outcome, code }) => <Badge tone={tones[outcome]}>{code === null ? outcome : `${outcome}: ${code}`}</Badge>,
  },
  { id: 'change', label: 'What changed', cell: entry => <Change entry={entry} /> },
  {
    id: 'at',
    label: 'When',
    isNumber: true,
    cell: ({ at }) => (
      <div className="stack tight">
        <Ago time={at} />
        <span className="muted nowrap">{shownTime(at)}</span>
      </div>
    ),
  },
]

/** "AccountAdminService.SetBuyerStatus" in words. */
function wordsOf(action: string): string {
  const words = (action.split('.').at(-1) ?? action).replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

function Change({ entry: { id, asked, before, after } }: { readonly entry: AuditEntry }): ReactNode {
  const parts = Object.entries({ asked, before, after }).filter(([, state]) => state !== null)
  if (parts.length === 0) return <span className="muted">–</span>
  return (
    <details className="more change">
      <summary>{summaryOf(before, after)}</summary>
      <CodeBlock
        text={JSON.stringify(Object.fromEntries(parts), null, 2)}
        label={`what changed, ${id}`}
        hasCopy={false}
      />
    </details>
  )
}

type State = AuditEntry['before']

/** The fields that differ, as far as that is said in a line. */
function summaryOf(before: State, after: State): string {
  if (before === null || after === null) return 'Details'
  const known = new Map(Object.entries(before))
  const changes = Object.entries(after)
    .filter(([name, value]) => JSON.stringify(known.get(name)) !== JSON.stringify(value))
    .map(([name, value]) => `${name}: ${shown(known.get(name))} → ${shown(value)}`)
  return changes.length === 0 ? 'No change' : changes.join(', ').slice(0, 120)
}

const shown = (value: unknown) =>
  value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value)
