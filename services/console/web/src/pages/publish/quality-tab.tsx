import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  type FailedCall,
  type FailureCount,
  failureCountsQuery,
  failuresQuery,
  type OwnApp,
} from '../../api/publisher-queries.ts'
import { appQuery } from '../../api/queries.ts'
import { compact } from '../../lib/search.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Card, Empty } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Ago, Badge, CodeBadge, Skeleton } from '../../ui/values.tsx'
import { QualityCard } from '../market/quality.tsx'
import { failureWords } from './failure-words.ts'

const REFRESH_MS = 10_000

interface QualityTabProps {
  readonly app: OwnApp
  readonly username: string
}

/** How well the app does, what went wrong, and examples of it. */
export function QualityTab({ app, username }: QualityTabProps): ReactNode {
  return (
    <>
      {app.published && <QualityFigures app={app} username={username} />}
      <CountsCard app={app} />
      <FailuresCard app={app} />
    </>
  )
}

/** As buyers see it. */
function QualityFigures({ app, username }: QualityTabProps): ReactNode {
  const { data, isError } = useQuery(appQuery({ username, app: app.name }))
  if (isError && data === undefined) return null
  if (data === undefined) return <Skeleton height="7rem" />
  return <QualityCard quality={data.quality} />
}

function CountsCard({ app }: { readonly app: OwnApp }): ReactNode {
  const counts = useQuery({ ...failureCountsQuery(app.name, {}), refetchInterval: REFRESH_MS })
  if (counts.data === undefined || counts.data.items.length === 0) return null
  const most = Math.max(...counts.data.items.map(({ calls }) => calls))
  return (
    <Card title="What goes wrong" text="Of the last days, the most frequent first." isPadded={false}>
      <ul className="rows">
        {counts.data.items.map(count => (
          <li key={count.code}>
            <CountRow count={count} most={most} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function CountRow({ count, most }: { readonly count: FailureCount; readonly most: number }): ReactNode {
  const { code, calls, countsInQuality } = count
  return (
    <>
      <span className="row-text stack tight">
        <span className="split">
          <CodeBadge code={code} />
          {countsInQuality && <Badge tone="warn">lowers the success rate</Badge>}
        </span>
        <span className="muted">{failureWords(code)}</span>
      </span>
      <span className="share" aria-hidden="true">
        <span style={{ width: `${Math.max(2, (calls / most) * 100)}%` }} />
      </span>
      <span className="number nowrap">
        {calls.toLocaleString('en-US')} {calls === 1 ? 'call' : 'calls'}
      </span>
    </>
  )
}

const columns: readonly Column<FailedCall>[] = [
  {
    id: 'what',
    label: 'Call',
    cell: call => (
      <div className="stack tight">
        <span className="break">{call.name || call.operation}</span>
        <code className="muted break">{call.id}</code>
      </div>
    ),
  },
  { id: 'code', label: 'Ended', cell: call => <CodeBadge code={call.code} /> },
  { id: 'status', label: 'Status', isNumber: true, cell: call => <span className="number">{call.status}</span> },
  { id: 'took', label: 'Took', isNumber: true, cell: call => <span className="number nowrap">{tookMs(call)} ms</span> },
  { id: 'stage', label: 'Came to', cell: call => <LastStage call={call} /> },
  { id: 'at', label: 'When', isNumber: true, cell: call => <Ago time={call.at} /> },
]

const tookMs = ({ stages }: FailedCall) =>
  stages.reduce((sum, { ms }) => sum + ms, 0).toLocaleString('en-US', { maximumFractionDigits: 0 })

function LastStage({ call }: { readonly call: FailedCall }): ReactNode {
  const last = call.stages.findLast(({ note }) => note !== '') ?? call.stages.at(-1)
  if (last === undefined) return <span className="muted">–</span>
  return (
    <span className="muted break">
      {last.name.replaceAll('_', ' ')}
      {last.note !== '' && last.note !== call.code && `: ${last.note.replaceAll('_', ' ')}`}
    </span>
  )
}

function FailuresCard({ app }: { readonly app: OwnApp }): ReactNode {
  const { code, pageToken } = useSearch({ from: '/console/publish/apps/$name' })
  const navigate = useNavigate({ from: '/publish/apps/$name' })
  const counts = useQuery(failureCountsQuery(app.name, {}))
  const failures = useQuery({
    ...failuresQuery(app.name, compact({ code, pageToken, pageSize: 20 })),
    placeholderData: previous => previous,
    refetchInterval: pageToken === undefined ? REFRESH_MS : false,
  })
  const codes = [...new Set([...(counts.data?.items.map(count => count.code) ?? []), ...(code ? [code] : [])])]
  return (
    <Card
      title="Examples"
      text="Whose calls they were is not told. The id is the one that your server was sent, and your buyer sees."
      isPadded={false}
      actions={
        codes.length > 1 || code !== undefined ? (
          <SelectField
            label="Outcome"
            value={code ?? ''}
            options={[{ value: '', label: 'All' }, ...codes.map(value => ({ value, label: value }))]}
            onChange={value =>
              void navigate({ search: previous => compact({ ...previous, code: value, pageToken: undefined }) })
            }
          />
        ) : undefined
      }
    >
      <DataTable
        label="Failed calls"
        columns={columns}
        rows={failures.data?.items}
        idOf={call => call.id}
        error={failures.error}
        retry={() => void failures.refetch()}
        empty={
          <Empty
            icon={CircleCheck}
            title={code === undefined ? 'Nothing went wrong' : 'No call ended so'}
            text="Calls that fail by your server stand here for some days, with how far each came."
          />
        }
      />
      <Pager pageToken={pageToken} nextPageToken={failures.data?.nextPageToken} />
    </Card>
  )
}
