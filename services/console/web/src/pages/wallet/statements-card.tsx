import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type StatementMonth, statementsQuery } from '../../api/queries.ts'
import { compact } from '../../lib/search.ts'
import { shownMonth } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { DownloadButton } from '../../ui/download.tsx'
import { Card, Failure } from '../../ui/page.tsx'
import { Badge, Skeleton } from '../../ui/values.tsx'
import { StatementDialog } from './statement-dialog.tsx'

const SHOWN_MAX = 6

/** Each month in one sheet. */
export function StatementsCard(): ReactNode {
  const { month, statements } = useSearch({ from: '/console/wallet' })
  const navigate = useNavigate({ from: '/wallet' })
  const { data, error, refetch } = useQuery(statementsQuery)
  const show = (shown: string | undefined) =>
    void navigate({ search: previous => compact({ ...previous, month: shown }), resetScroll: false })
  if (data !== undefined && data.items.length === 0) return null
  const shown = statements === 'all' ? data?.items : data?.items.slice(0, SHOWN_MAX)
  return (
    <Card
      title="Statements"
      text="Every month, added up from the journal. An hour after its end (UTC) it is closed, and never changes again."
      isPadded={false}
    >
      {error !== null && data === undefined ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <ul className="rows">
          {shown === undefined ? (
            <li>
              <Skeleton />
            </li>
          ) : (
            shown.map(each => (
              <li key={each.month}>
                <MonthRow {...each} onShow={() => show(each.month)} />
              </li>
            ))
          )}
          {data !== undefined && shown !== undefined && shown.length < data.items.length && (
            <li>
              <Button
                kind="quiet"
                size="small"
                onClick={() =>
                  void navigate({ search: previous => compact({ ...previous, statements: 'all' }), resetScroll: false })
                }
              >
                All {data.items.length} months
              </Button>
            </li>
          )}
        </ul>
      )}
      {month !== undefined && <StatementDialog month={month} onClose={() => show(undefined)} />}
    </Card>
  )
}

type MonthRowProps = StatementMonth & { readonly onShow: () => void }

function MonthRow({ month, closed, onShow }: MonthRowProps): ReactNode {
  const about = shownMonth(month)
  return (
    <>
      <span className="split">
        <strong>{about}</strong>
        {!closed && <Badge tone="accent">so far</Badge>}
      </span>
      <span className="split">
        <Button size="small" onClick={onShow} aria-label={`Show, ${about}`}>
          Show
        </Button>
        <DownloadButton
          href={`/api/v1/usage/focus.csv?month=${month}`}
          accept="text/csv"
          fileName={`focus-${month}.csv`}
          label="FOCUS"
          about={about}
          size="small"
        />
      </span>
    </>
  )
}
