import { Link } from '@tanstack/react-router'
import type { CallSummary } from '../../api/queries.ts'
import { microsOf } from '../../lib/money.ts'
import type { Column } from '../../ui/data-table.tsx'
import { Ago, CodeBadge, Money } from '../../ui/values.tsx'

/** A call in a list. */
export const callColumns: readonly Column<CallSummary>[] = [
  {
    id: 'name',
    label: 'Call',
    cell: call => (
      <Link className="row-link" to="/calls/$callId" params={{ callId: call.id }}>
        {call.name || call.operation}
      </Link>
    ),
  },
  { id: 'app', label: 'App', cell: call => <span className="muted break">{call.app}</span> },
  { id: 'code', label: 'Outcome', cell: call => <CodeBadge code={call.code} /> },
  {
    id: 'charged',
    label: 'Charged',
    isNumber: true,
    cell: call => (microsOf(call.charged) === 0n ? <span className="muted">–</span> : <Money amount={call.charged} />),
  },
  { id: 'at', label: 'When', isNumber: true, cell: call => <Ago time={call.at} /> },
]
