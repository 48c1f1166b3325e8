import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Activity } from 'lucide-react'
import type { ReactNode } from 'react'
import { useRefreshMs } from '../../api/live.ts'
import { callsQuery } from '../../api/queries.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Card, Empty } from '../../ui/page.tsx'
import { callColumns } from '../calls/call-columns.tsx'

const SHOWN = 8
const REFRESH_MS = 3_000

/** The newest calls. */
export function RecentCalls(): ReactNode {
  const calls = useQuery({ ...callsQuery({ pageSize: SHOWN }), refetchInterval: useRefreshMs(REFRESH_MS) })
  return (
    <Card title="Recent calls" isPadded={false} actions={<Link to="/calls">All calls</Link>}>
      <DataTable
        label="Recent calls"
        columns={callColumns}
        rows={calls.data?.items}
        idOf={call => call.id}
        error={calls.error}
        retry={() => void calls.refetch()}
        empty={
          <Empty
            icon={Activity}
            title="No calls yet"
            text="Calls appear here a second after they are made, each with what it cost and why."
          />
        }
      />
    </Card>
  )
}
